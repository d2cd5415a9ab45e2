import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeptVote } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Harness, startHarness, type User } from '../../../test/harness.ts'
import { runProcess } from '../../../test/processes.ts'
import { signerOf } from '../../../test/signer.ts'
import { checkAuditLog } from '../../access/audit-trail/check.ts'
import { digestOf, hashOf } from '../../access/audit-trail/seal.ts'
import { day, instant } from '../../ground/clock.ts'
import { leafOf, rootOf } from './commitment.ts'
import { textOf } from './export-text.ts'
import { recount, type With } from './recount.ts'
import { canonical, publicKeyOf, sha256, signText } from './signatures.ts'

const draft = { title: 'A shed', description: 'For the tools.', category: 'building' }

// biome-ignore lint/suspicious/noExplicitAny: a forger does what they like with a line
type Line = Record<string, any>
type Voted = Harness & {
  readonly id: string
  readonly users: readonly User[]
  readonly votes: readonly KeptVote[]
}

/** Five members: three vote, two for Yes and one for No; one delegates to the first; the last does not vote. */
async function startVote(): Promise<Voted & { end(): Promise<void> }> {
  const harness = await startHarness()
  const users = Array.from({ length: 5 }, () => harness.user())
  const creator = harness.user(harness.genesis).furrow.communityDao
  const members = users.map(({ address }) => ({ address, title: '' }))
  await creator.change({ members, settings: { quorum: 0 } })
  const [first, , , fourth] = users as [User, User, User, User]
  await fourth.furrow.communityDao.delegate(signerOf(fourth), first.address)
  harness.clock.advance(1)
  const { id } = await creator.propose({ ...draft, endsAt: instant(harness.clock.now() + day) })
  const votes: KeptVote[] = []
  for (const [index, choice] of ['Yes', 'Yes', 'No'].entries()) {
    const user = users[index] as User
    votes.push(await user.furrow.communityDao.vote(signerOf(user), id, choice))
  }
  const end = async () => {
    harness.clock.advance(day)
    while ((await harness.runDue()) > 0);
  }
  return { ...harness, id, users, votes, end }
}

async function startEnded(): Promise<Voted & { readonly honest: Line[] }> {
  const { end, ...voted } = await startVote()
  await end()
  return { ...voted, honest: await exportOf(voted) }
}

async function exportOf({ baseUrl, id }: Pick<Voted, 'baseUrl' | 'id'>): Promise<Line[]> {
  const response = await fetch(`${baseUrl}/community-dao/votes/export?proposal=${id}`)
  const text = await response.text()
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

async function* textsOf(lines: readonly Line[]) {
  for (const line of lines) yield JSON.stringify(line)
}

/** The exit code of `npm run tally`, and its findings of forgery. */
async function tell(lines: readonly Line[], given: With = {}) {
  const { problems, unchecked } = await recount(textsOf(lines), given)
  return { code: problems.length > 0 ? 1 : unchecked.length > 0 ? 2 : 0, problems, unchecked }
}

const copy = (lines: readonly Line[]): Line[] => structuredClone(lines) as Line[]
const ofKind = (lines: readonly Line[], kind: string) => lines.filter(line => line.kind === kind)
const only = (lines: readonly Line[], kind: string) => ofKind(lines, kind)[0] as Line

/** Makes everything consistent again that needs no key but the forger's own. */
function mend(lines: Line[], { stripped }: { stripped: boolean }): Line[] {
  const [proposal, members, votes] = [only(lines, 'proposal'), ofKind(lines, 'member'), ofKind(lines, 'vote')]
  const cast = new Map(votes.map(({ voter, choice }) => [voter, choice]))
  const countedFor = (member: Line) =>
    cast.get(member.address) ?? (member.delegation && cast.get(member.delegation.delegate))
  const choices = proposal.ballot.choices.map((choice: string) => {
    const own = members.filter(member => countedFor(member) === choice)
    return { choice, weight: own.reduce((sum, { weight }) => sum + weight, 0), voters: own.length }
  })
  const sum = (name: string) => choices.reduce((all: number, one: Line) => all + one[name], 0)
  proposal.ballot.result = { choices, cast: sum('weight'), voters: sum('voters') }
  proposal.ballot.totalWeight = members.reduce((all, { weight }) => all + weight, 0)
  const [yes, no] = choices
  const won = yes.weight === no.weight ? null : yes.weight > no.weight ? 'Yes' : 'No'
  const kind = won === null ? 'tied' : 'decided'
  for (const told of [proposal.outcome, proposal.ballot.outcome]) Object.assign(told, { kind, choice: won })

  const { content, entry } = only(lines, 'commitment')
  const note = JSON.parse(content[5])
  const leaves = members.map(member => {
    const vote = votes.find(({ voter }) => voter === member.address)
    const { address, title, delegation: d } = member
    const given = d && [d.delegate, d.season, d.number, d.signature, d.chainId]
    const signed = vote ? [vote.number, vote.signature, vote.chainId, vote.at] : null
    const identity = member.identity ?? sha256(JSON.stringify([member.salt, address, title, given, signed]))
    return leafOf(identity, member.weight, vote?.choice, countedFor(member))
  })
  const commitment = { members: members.length, votes: votes.length, root: rootOf(leaves) }
  const results = choices.map(({ weight, voters }: Line) => [weight, voters])
  content[5] = JSON.stringify({ ...note, vote: kind, choice: won, votes: results, commitment })
  entry.digest = digestOf(content)
  entry.hash = hashOf(entry.previous, { ...entry, source: 'act', key: content[1] })

  const own = generateKeyPairSync('ed25519').privateKey
  proposal.ballot.receiptKey = publicKeyOf(own)
  const { signature: _, ...end } = {
    ...only(lines, 'end'),
    members: members.length,
    votes: votes.length,
    key: publicKeyOf(own),
  } as Line
  if (stripped) {
    delete proposal.ballot.receiptKey
    const left = lines.filter(({ kind }) => kind !== 'commitment' && kind !== 'end')
    return [...left, { kind: 'end', members: members.length, votes: votes.length }]
  }
  const signed = [...lines.slice(0, -1), end]
  const hash = createHash('sha256')
  for (const line of signed) hash.update(`${canonical(line)}\n`)
  return [...lines.slice(0, -1), { ...end, signature: signText(own, textOf(hash.digest('hex'))) }]
}

describe('an honest export', () => {
  test('fits together, and its end is an entry of the audit log', async () => {
    const { honest, ...voted } = await startEnded()
    expect(await tell(honest)).toEqual({ code: 0, problems: [], unchecked: [] })
    const counted = await recount(textsOf(honest))
    const { head } = await checkAuditLog(voted.context.db)
    expect(counted).toMatchObject({ proved: 4, unproved: { cast: 0 }, choice: 'Yes' })
    expect(counted.entry).toBe(`${head?.number}:${head?.hash}`)
  })

  test('is not one any more after any single change of it', async () => {
    const { honest } = await startEnded()
    const changes = [...changesOf(honest)]
    expect(changes.length).toBeGreaterThan(300)
    for (const [what, lines] of changes) {
      const { code } = await tell(lines).catch(error => ({ code: error instanceof RangeError ? 2 : error }))
      expect([1, 2], what).toContain(code)
    }
  })

  const forgeries: Record<string, (lines: Line[]) => Line[]> = {
    'drops a vote': lines => lines.filter(line => line !== ofKind(lines, 'vote')[0]),
    'drops a member and their vote': lines => {
      const { voter } = ofKind(lines, 'vote')[0] as Line
      return lines.filter(line => line.voter !== voter && line.address !== voter)
    },
    'changes a weight': lines => {
      Object.assign(ofKind(lines, 'member')[0] as Line, { weight: 100 })
      return lines
    },
    'turns a vote, as a smart wallet': lines => turn(lines, { chainId: 1, signature: '0x' }),
    'turns a vote, as a smart wallet with something signed': lines =>
      turn(lines, { chainId: 1, signature: '0x1234' }),
    'turns a vote, and takes its signature': lines => turn(lines, { signature: null }),
    'turns a vote, and says that its voter left': lines => {
      const vote = ofKind(lines, 'vote').find(({ choice }) => choice === 'No') as Line
      const member = lines.find(({ address }) => address === vote.voter) as Line
      const name = `0x6c656674000000000000${'0'.repeat(20)}`
      Object.assign(vote, { voter: name, choice: 'Yes', signature: null })
      delete member.salt
      Object.assign(member, { address: name, identity: 'a'.repeat(64) })
      return lines
    },
  }
  const turn = (lines: Line[], signed: object) => {
    Object.assign(ofKind(lines, 'vote').find(({ choice }) => choice === 'No') as Line, {
      choice: 'Yes',
      ...signed,
    })
    return lines
  }

  test('is forged whichever way, also by one who mends the rest or takes away what binds it', async () => {
    const { honest } = await startEnded()
    for (const [what, forge] of Object.entries(forgeries))
      for (const forged of [
        forge(copy(honest)),
        mend(forge(copy(honest)), { stripped: false }),
        mend(forge(copy(honest)), { stripped: true }),
      ])
        expect((await tell(forged)).code, what).toBe(1)
  })

  test('has each vote that a receipt is of, and no other', async () => {
    const { honest, ...voted } = await startEnded()
    const [{ receipt }, , { receipt: other }] = voted.votes as [KeptVote, KeptVote, KeptVote]
    expect(await recount(textsOf(honest), { receipt })).toMatchObject({
      problems: [],
      receipt: expect.stringContaining('is counted'),
    })
    const own = await voted.user(voted.users[0] as User).furrow.communityDao.ownVote(voted.id)
    expect(own.vote?.receipt).toEqual(receipt)
    for (const forged of [
      { ...receipt, choice: 'No' },
      { ...receipt, key: other.key.replace(/^./, digit => (digit === '0' ? '1' : '0')) },
    ])
      expect(await tell(honest, { receipt: forged })).toMatchObject({ code: 1 })
    await expect(tell(honest, { receipt: { ...receipt, proposalId: 'x' } })).rejects.toThrow('another vote')
  })

  test('is counted by npm run tally, whose exit code says whether it fits, was forged, or cannot be checked', async () => {
    const { honest, ...voted } = await startEnded()
    const folder = await mkdtemp(join(tmpdir(), 'furrow-tally-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const write = async (name: string, lines: readonly unknown[]) => {
      await writeFile(join(folder, name), lines.map(line => JSON.stringify(line)).join('\n'))
      return join(folder, name)
    }
    const whole = await write('whole.json', honest)
    const dropped = await write(
      'dropped.json',
      mend(forgeries['drops a vote']?.(copy(honest)) ?? [], { stripped: false }),
    )
    const running = await startVote()
    const open = await write('open.json', await exportOf(running))
    const receipt = await write('receipt.json', [voted.votes[0]?.receipt])
    const tally = (...given: string[]) => runProcess({}, 'cli/tally.ts', given)
    expect(await tally(whole, '--receipt', receipt)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Everything fits together.'),
    })
    expect(await tally(dropped)).toMatchObject({ code: 1, output: expect.stringContaining('It is forged') })
    expect(await tally(open)).toMatchObject({ code: 2, output: expect.stringContaining('has not ended') })
  })
})

describe('a service that cheats', () => {
  test('is found out by the receipt of a vote that it dropped or changed before the end', async () => {
    const voted = await startVote()
    const { context, end, id, votes } = voted
    const [{ receipt: first }, { receipt: second }] = votes as [KeptVote, KeptVote]
    const { db } = context
    const voter = first.voter.toLowerCase() as never
    await db.deleteFrom('votes').where('proposal_id', '=', id).where('voter', '=', voter).execute()
    await db
      .updateTable('ballot_members')
      .set({ weight: 7 })
      .where('address', '=', second.voter.toLowerCase() as never)
      .execute()
    await db.updateTable('ballots').set({ total_weight: 11 }).where('proposal_id', '=', id).execute()
    await end()
    const lines = await exportOf(voted)
    expect(await tell(lines)).toMatchObject({ code: 0 })
    expect((await tell(lines, { receipt: first })).problems).toEqual([expect.stringContaining('was dropped')])
    expect((await tell(lines, { receipt: second })).problems).toEqual([
      expect.stringContaining('has another weight'),
    ])
  })

  test('is found out by what the end committed to, where it changes something after it', async () => {
    const voted = await startVote()
    const { context, end, id } = voted
    await end()
    await exportOf(voted)
    const { db } = context
    const [row] = await db.selectFrom('votes').selectAll().where('choice', '=', 1).execute()
    if (row === undefined) throw new Error('There is no vote for No.')
    await db.deleteFrom('votes').where('proposal_id', '=', id).where('voter', '=', row.voter).execute()
    const result = JSON.stringify(mend(await exportOf(voted), { stripped: false })[0]?.ballot.result)
    await db.updateTable('ballots').set({ result }).where('proposal_id', '=', id).execute()
    expect((await tell(await exportOf(voted))).problems).toEqual(
      expect.arrayContaining([expect.stringContaining('one was dropped, added or changed')]),
    )
  })
})

test('who left is counted as the end committed to them, and nothing there says who they were', async () => {
  const voted = await startVote()
  await voted.end()
  const [first] = voted.users as [User]
  const leaver = voted.user(first)
  const { account } = first
  await leaver.furrow.account.delete({
    account,
    signMessage: ({ message }) => account.signMessage({ message }),
  })
  const lines = await exportOf(voted)
  const counted = await tell(lines)
  // The vote of the one who left, and the delegation to them, which would show everybody whose it was.
  expect(counted).toMatchObject({ code: 2, problems: [] })
  expect(counted.unchecked).toEqual([expect.stringMatching(/^2 signatures are gone with people who left/)])
  expect(await recount(textsOf(lines))).toMatchObject({ unproved: { cast: 2, voters: 2 } })
  const rows = JSON.stringify(await voted.context.db.selectFrom('ballot_members').selectAll().execute())
  expect(rows.match(/"salt":null/g)).toHaveLength(2)
  const left = ofKind(lines, 'vote').find(({ signature }) => signature === null) as Line
  const turned = copy(lines).map(line => (line.voter === left.voter ? { ...line, choice: 'No' } : line))
  expect(await tell(mend(turned, { stripped: false }))).toMatchObject({ code: 1 })
  const { receipt } = voted.votes[0] as KeptVote
  expect(await tell(lines, { receipt })).toMatchObject({ code: 2, problems: [] })
})

/** Every single change of a value, a field or a line. */
function* changesOf(lines: readonly Line[]): Generator<readonly [string, Line[]]> {
  for (const [index, line] of lines.entries()) {
    yield [`without line ${index}`, lines.filter((_, at) => at !== index) as Line[]]
    yield [`line ${index} twice`, [...lines.slice(0, index + 1), ...lines.slice(index)]]
    if (index > 0)
      yield [
        `line ${index} before the one before it`,
        lines.map((_, at) => lines[at === index ? at - 1 : at === index - 1 ? index : at] as Line),
      ]
    for (const path of pathsOf(line))
      for (const [what, change] of Object.entries(valueChanges)) {
        const changed = structuredClone(line)
        let holder: Line = changed
        for (const name of path.slice(0, -1)) holder = holder[name]
        const name = path.at(-1) as string
        const before = JSON.stringify(holder)
        change(holder, name)
        if (JSON.stringify(holder) === before) continue
        yield [
          `line ${index}, ${path.join('.')}: ${what}`,
          lines.map((one, at) => (at === index ? changed : one)),
        ]
      }
  }
}

function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, name])
}

const valueChanges: Record<string, (holder: Line, name: string) => void> = {
  gone: (holder, name) => {
    delete holder[name]
  },
  null: (holder, name) => {
    holder[name] = null
  },
  other: (holder, name) => {
    const value = holder[name]
    if (typeof value === 'number') holder[name] = value + 1
    else if (typeof value === 'boolean') holder[name] = !value
    else if (typeof value === 'string')
      holder[name] = value === '' ? 'x' : `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`
  },
}
