import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { unzip } from '../../../test/unzip.ts'

const [tools, begin] = [
  { text: 'Which tools do you have?', required: true },
  { text: 'When could you begin?', required: false },
]
const asking = { ...sampleQuest, admission: 'application' as const, questions: [tools, begin] }
const saw = { question: tools.text, answer: 'A SAW AND A PLANE' }
const refused = (code: string, status = 400) => ({ status, code })

const leave = ({ account, furrow }: User) =>
  furrow.account.delete({ account, signMessage: ({ message }) => account.signMessage({ message }) })

async function readExport({ furrow }: User): Promise<string> {
  const zip = unzip(Buffer.from(await (await furrow.account.export()).arrayBuffer()))
  return [...zip.values()].map(String).join('\n')
}

describe('questions of a giver', () => {
  test('are asked of everyone who applies, and the answers are for the giver and the applicant alone', async () => {
    const { context, user, visitor } = await startHarness()
    const [giver, ann, ben] = [user(), user(), user()]
    const posted = await giver.furrow.quests.post({
      ...asking,
      questions: [{ ...tools, text: ` ${tools.text} ` }, { text: begin.text }],
    })
    const { id } = posted
    expect(posted.questions).toEqual([tools, begin])
    expect((await visitor.quests.get(id)).questions).toEqual([tools, begin])
    expect((await visitor.quests.list()).items[0]?.questions).toEqual([tools, begin])

    const { quests } = ann.furrow
    // Nobody has answered anything yet when they look whether they may apply.
    expect(await quests.eligibility(id)).toMatchObject({ mayTake: true, reasons: [] })
    await expect(quests.accept(id)).rejects.toMatchObject(refused('answer-needed'))
    await expect(
      quests.apply(id, { answers: [{ question: begin.text, answer: 'Now' }] }),
    ).rejects.toMatchObject(refused('answer-needed'))
    await expect(
      quests.apply(id, { answers: [saw, { question: 'How old are you?', answer: 'No' }] }),
    ).rejects.toMatchObject(refused('question-unknown'))
    const { application } = await quests.apply(id, { note: 'Me!', answers: [saw] })
    expect(application).toMatchObject({ note: 'Me!', answers: [saw] })

    const { items } = await giver.furrow.quests.applications({ id })
    expect(items).toMatchObject([{ farmer: ann.account.address, answers: [saw] }])
    expect((await quests.applications()).items).toMatchObject([{ answers: [saw] }])
    expect((await ben.furrow.quests.applications({ id })).items).toEqual([])
    const open = JSON.stringify([await visitor.quests.get(id), (await visitor.quests.events(id)).items])
    expect(open).not.toContain(saw.answer)
    const rows = await context.db.selectFrom('applications').selectAll().execute()
    for (const word of ['SAW', tools.text]) expect(JSON.stringify(rows)).not.toContain(word)
    await requireSound(context)
  })

  test('change while applications wait; an answer keeps its question, and later applicants answer the new ones', async () => {
    const { clock, user, visitor, context } = await startHarness()
    const [giver, ann, ben] = [user(), user(), user()]
    const read = await giver.furrow.quests.post(asking)
    const { id } = read
    await ann.furrow.quests.apply(id, { answers: [saw] })
    clock.advance(1)
    const paint = { text: 'Which paint would you take?', required: true }
    const edited = await giver.furrow.quests.edit(
      id,
      { questions: [paint] },
      (await visitor.quests.get(id)).updatedAt,
    )
    expect(edited.questions).toEqual([paint])
    expect((await visitor.quests.revisions(id)).items).toMatchObject([
      { before: { questions: [tools, begin] }, after: { questions: [paint] } },
    ])
    // The giver does not ask any more what Ben read.
    await expect(ben.furrow.quests.apply(read, { answers: [saw] })).rejects.toMatchObject({
      ...refused('quest-changed', 409),
      changed: { after: { questions: [paint] } },
    })
    await expect(ben.furrow.quests.apply(id, { answers: [saw] })).rejects.toMatchObject(
      refused('question-unknown'),
    )
    const oil = { question: paint.text, answer: 'Linseed oil' }
    await ben.furrow.quests.apply(id, { answers: [oil] })
    const { items } = await giver.furrow.quests.applications({ id })
    expect(items.map(({ answers }) => answers)).toEqual([[saw], [oil]])
    await giver.furrow.quests.decline(id, ann.address)
    const declined = await giver.furrow.quests.applications({ id, status: 'declined' })
    expect(declined.items).toMatchObject([{ answers: [saw] }])
    await requireSound(context)
  })

  test('are for a quest whose giver chooses, few, short and different ones', async () => {
    const { send, user, visitor } = await startHarness()
    const giver = user()
    const { quests } = giver.furrow
    const { admission: _, ...open } = asking
    await expect(quests.post(open)).rejects.toMatchObject(refused('questions-need-choice'))
    const posted = await quests.post(asking)
    const edit = async (changes: object, id = posted.id) =>
      quests.edit(id, changes, (await visitor.quests.get(id)).updatedAt)
    await expect(edit({ admission: 'open' })).rejects.toMatchObject(refused('questions-need-choice'))
    const opened = await edit({ admission: 'open', questions: [] })
    expect(opened.questions).toBeUndefined()
    await user().furrow.quests.accept(posted.id)
    const { id } = await quests.post(sampleQuest)
    await expect(user().furrow.quests.apply(id, { answers: [saw] })).rejects.toMatchObject(
      refused('question-unknown'),
    )

    const post = (questions: unknown) =>
      send('POST', '/quests', { token: giver.token, body: { ...asking, questions } })
    const many = Array.from({ length: 6 }, (_, index) => ({ text: `Question ${index}?` }))
    for (const questions of [
      many,
      [tools, { text: `${tools.text} ` }],
      [{ text: 'x'.repeat(301) }],
      [{ text: 'ﷺ'.repeat(300) + '\u{1f33e}'.repeat(20) }],
      [{ text: ' ' }],
      [{ text: 'One\nTwo' }],
      [{ text: 'Which\u200b tools?' }],
      [{ required: true }],
      'Which tools?',
    ])
      expect(await post(questions), JSON.stringify(questions)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('questions') },
      })
    expect((await post(many.slice(1))).status).toBe(201)
  })

  test('take answers of bounded length, each once', async () => {
    const { send, user } = await startHarness()
    const [giver, ann] = [user(), user()]
    const { id: questId } = await giver.furrow.quests.post(asking)
    const apply = (answers: unknown) =>
      send('PATCH', '/quests', { token: ann.token, body: { questId, action: 'accept', answers } })
    const answer = (text: string) => ({ question: tools.text, answer: text })
    for (const answers of [
      [answer('x'.repeat(1_001))],
      [answer('\0'.repeat(600))],
      Array.from({ length: 6 }, () => answer('A saw')),
      [{ question: tools.text }],
      [tools.text],
    ])
      expect((await apply(answers)).status, JSON.stringify(answers)).toBe(400)
    const long = answer('\u00e9'.repeat(1_000))
    expect((await apply([long])).body.application.answers).toEqual([long])
  })

  test('are answered again by an applicant who comes back', async () => {
    const { user } = await startHarness()
    const [giver, ann] = [user(), user()]
    const { id } = await giver.furrow.quests.post(asking)
    await ann.furrow.quests.apply(id, { answers: [saw, { question: begin.text, answer: 'In May' }] })
    await ann.furrow.quests.withdraw(id)
    await ann.furrow.quests.apply(id, { answers: [{ ...saw, answer: 'None any more' }] })
    expect((await giver.furrow.quests.applications({ id })).items).toMatchObject([
      { answers: [{ question: tools.text, answer: 'None any more' }] },
    ])
  })
})

describe('an account that leaves', () => {
  test('takes its answers along, and its questions out of the answers of others', async () => {
    const { context, runDue, user } = await startHarness()
    const [giver, ann, ben] = [user(), user(), user()]
    const { id } = await giver.furrow.quests.post(asking)
    for (const { furrow } of [ann, ben]) await furrow.quests.apply(id, { answers: [saw] })
    const taken = await readExport(ann)
    for (const text of [saw.answer, tools.text]) expect(taken).toContain(text)
    expect(await readExport(giver)).toContain(tools.text)

    await ann.furrow.quests.withdraw(id)
    await leave(ann)
    expect((await giver.furrow.quests.applications({ id, status: 'withdrawn' })).items).toEqual([])
    await giver.furrow.quests.cancel(id)
    await runDue()
    await leave(giver)
    expect((await ben.furrow.quests.applications()).items).toMatchObject([
      { answers: [{ question: '', answer: saw.answer }] },
    ])
    const quest = await context.db.selectFrom('quests').select('questions').executeTakeFirstOrThrow()
    expect(quest.questions).toBe('[]')
  })
})
