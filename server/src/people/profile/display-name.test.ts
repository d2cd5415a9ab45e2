import fc from 'fast-check'
import { expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { startHarness } from '../../../test/harness.ts'
import { foldNames } from './display-name.ts'
import { foldName } from './fold-name.ts'

const refusal = {
  status: 400,
  message: 'displayName looks like a name that somebody else has proved; choose another one.',
}

test('a name that its owner chose is in their profile and on their card, and proves nothing', async () => {
  const { user, visitor } = await startHarness()
  const [ada, other] = [user(), user()]
  await ada.furrow.profile.change({ displayName: '  Ada   of the Mill ' })
  // It belongs to nobody.
  await other.furrow.profile.change({ displayName: 'Ada of the Mill' })
  expect(await visitor.profile.get(ada.address)).toMatchObject({
    displayName: 'Ada of the Mill',
    ensAddress: null,
  })
  const [card] = await visitor.profiles.cards([ada.address])
  expect(card).toMatchObject({ name: null, nameVerified: false, displayName: 'Ada of the Mill' })
  await ada.furrow.profile.change({ displayName: null })
  expect(await visitor.profile.get(ada.address)).not.toHaveProperty('displayName')
  await ada.furrow.profile.change({ displayName: 'Zoe\u0301' })
  expect(await visitor.profile.get(ada.address)).toMatchObject({ displayName: 'Zo\u00e9' })
})

test.each([
  ['', 'is empty'],
  ['x'.repeat(41), 'is too long'],
  ['two\nlines', 'has control characters'],
  ['Ada\u202Eeve', 'turns the direction of writing'],
  ['A\u200Bda', 'has invisible characters'],
  ['\u2800', 'is blank'],
  ['--- !?', 'has no letter or digit'],
  ['Plаtform', 'looks like a name of the service'],
  ['FURR0W', 'looks like the community'],
])('%j is refused: it %s', async name => {
  const { send, user } = await startHarness()
  const { token } = user()
  const { status, body } = await send('PUT', '/profile/', { token, body: { displayName: name } })
  expect({ status, body }).toEqual({
    status: 400,
    body: expect.objectContaining({ error: expect.any(String) }),
  })
})

test('the platform wallet may have a name of the service', async () => {
  const { platform, user } = await startHarness()
  const { furrow } = user(platform)
  expect(await furrow.profile.change({ displayName: 'Platform' })).toMatchObject({ displayName: 'Platform' })
})

test('nobody else may take a name that looks like a proved account; its owner may', async () => {
  const github = await startGithub()
  const { context, user, visitor } = await startHarness({ env: github.env })
  const [owner, copy] = [user(), user()]
  // Chosen before the account was proved: it gives way.
  await copy.furrow.profile.change({ displayName: 'Alice' })
  await owner.furrow.profile.change({ codehostToken: people.alice })
  while ((await foldNames.round(context)) > 0);
  expect(await visitor.profile.get(copy.address)).not.toHaveProperty('displayName')
  // A Cyrillic letter, a digit, accents, signs, capitals, and spaces.
  for (const displayName of ['Аlice', 'A1ice', 'Á-líce', '@ALICE', 'a l i c e'])
    await expect(copy.furrow.profile.change({ displayName })).rejects.toMatchObject(refusal)
  await owner.furrow.profile.change({ displayName: 'Alice' })
  await copy.furrow.profile.change({ displayName: 'Alicia' })
})

test('a claimed name takes nothing from anybody', async () => {
  const { user } = await startHarness()
  const [claims, chooses] = [user(), user()]
  await claims.furrow.profile.change({ codehostUsername: 'ada' })
  await chooses.furrow.profile.change({ displayName: 'Ada' })
})

test('folding a folded name changes nothing, and case, accents and spaces make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), name => {
      const folded = foldName(name)
      expect(foldName(folded)).toBe(folded)
      expect(foldName(` ${name.normalize('NFD')} `)).toBe(folded)
    }),
  )
})
