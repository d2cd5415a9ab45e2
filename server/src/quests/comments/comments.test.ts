import { commentEditMinutes, longestComment } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { createWallet, sampleQuest, startHarness } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { startTwins } from '../../../test/twins.ts'
import { minute } from '../../ground/clock.ts'

async function start() {
  const harness = await startHarness()
  const [giver, asker] = [harness.user(), harness.user()]
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  const read = async (order: 'oldest' | 'newest' = 'oldest') =>
    (await harness.visitor.quests.comments(questId, { order })).items
  return { ...harness, giver, asker, questId, read }
}

describe('comments of a quest', () => {
  test('are counted in the answer to whoever acts on it', async () => {
    const { giver, asker, questId, visitor } = await start()
    await asker.furrow.quests.comment({ questId, body: 'Which gate?' })
    await giver.furrow.quests.comment({ questId, body: 'The lower one.' })
    expect((await asker.furrow.quests.accept(questId)).commentCount).toBe(2)
    expect((await visitor.quests.get(questId)).commentCount).toBe(2)
  })

  test('are read by everyone, in the order in which they were written or from the last', async () => {
    const { giver, asker, questId, read, clock, visitor } = await start()
    expect(await read()).toEqual({
      questId,
      commentCount: 0,
      changes: 0,
      closedAt: null,
      pinned: [],
      comments: [],
    })
    const createdAt = new Date(clock.now()).toISOString()
    const first = await asker.furrow.quests.comment({ questId, body: 'Which **gate**?' })
    expect(first).toEqual({
      id: expect.stringMatching(/^comment-\d{13}-[0-9a-f]{36}$/),
      questId,
      number: 1,
      author: asker.account.address,
      body: 'Which **gate**?',
      replyTo: null,
      createdAt,
      editedAt: null,
      pinnedAt: null,
      deleted: null,
    })
    const second = await giver.furrow.quests.comment({ questId, body: 'The lower one.', replyTo: first.id })
    expect(second).toMatchObject({ number: 2, replyTo: { id: first.id, author: asker.account.address } })
    expect((await read()).comments).toEqual([first, second])
    expect((await read('newest')).comments).toEqual([second, first])
    expect(await visitor.quests.get(questId)).toMatchObject({ commentCount: 2 })
  })

  test('can be written and read after the quest is over', async () => {
    const { giver, asker, questId, read } = await start()
    await giver.furrow.quests.cancel(questId)
    await asker.furrow.quests.comment({ questId, body: 'A pity.' })
    expect((await read()).comments).toHaveLength(1)
  })

  test('of many thousands are read page by page, and a page is at most a megabyte', async () => {
    const { context, asker, questId, visitor, send } = await start()
    const most = 3_000
    const rows = Array.from({ length: most }, (_, index) => ({
      quest_id: questId,
      number: index + 1,
      id: `comment-${index}`,
      author: asker.address,
      body: index < 100 ? '\u0101'.repeat(longestComment) : `Row ${index}`,
      created_at: 0,
    }))
    for (let at = 0; at < most; at += 500)
      await context.db
        .insertInto('comments')
        .values(rows.slice(at, at + 500))
        .execute()
    await context.db
      .insertInto('comment_threads')
      .values({ quest_id: questId, last_number: most, comments: most, changes: 1, farmers_told_at: 0 })
      .execute()
    for (const order of ['oldest', 'newest'] as const) {
      const numbers: number[] = []
      for (let cursor: string | undefined, path = ''; ; ) {
        path = `/quests/comments?id=${questId}&order=${order}&limit=100${cursor ? `&cursor=${cursor}` : ''}`
        const { body, headers } = await send('GET', path)
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(1_100_000)
        numbers.push(...body.comments.map(({ number }: { number: number }) => number))
        cursor = /cursor=(\d+)/.exec(headers.get('link') ?? '')?.[1]
        if (cursor === undefined) break
      }
      const all = rows.map(({ number }) => number)
      expect(numbers).toEqual(order === 'oldest' ? all : all.toReversed())
    }
    const { number } = await asker.furrow.quests.comment({ questId, body: 'One more.' })
    expect(number).toBe(most + 1)
    const { items, cursor } = await visitor.quests.comments(questId, { order: 'newest' })
    expect(items).toMatchObject({ commentCount: most + 1, comments: { length: 50 } })
    expect(cursor).toBe(String(most - 48))
    await requireSound(context)
  })

  test('written to two services at once are numbered without a gap, and seen at both', async () => {
    const [one, two] = await startTwins()
    const { id: questId } = await one.user().furrow.quests.post(sampleQuest)
    expect((await two.visitor.quests.comments(questId)).items.comments).toEqual([])
    const bodies = Array.from({ length: 40 }, (_, index) => `Question ${index}`)
    const written = await Promise.all(
      bodies.map((body, index) =>
        (index % 2 === 0 ? one : two).user().furrow.quests.comment({ questId, body }),
      ),
    )
    for (const { visitor } of [one, two]) {
      const { comments, commentCount } = (await visitor.quests.comments(questId)).items
      expect(comments.map(({ number }) => number)).toEqual(bodies.map((_, index) => index + 1))
      expect(comments).toEqual(written.toSorted((a, b) => a.number - b.number))
      expect(commentCount).toBe(40)
      expect(await visitor.quests.get(questId)).toMatchObject({ commentCount: 40 })
    }
    await requireSound(one.context)
  })

  test('that do not change are not sent again', async () => {
    const { asker, questId, send } = await start()
    const path = `/quests/comments?id=${questId}`
    const etag = (await send('GET', path)).headers.get('etag') ?? ''
    expect((await send('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    await asker.furrow.quests.comment({ questId, body: 'Which gate?' })
    expect((await send('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('refuse what is none with a sentence', async () => {
    const { asker, questId, send } = await start()
    const { token } = asker
    const commentId = 'comment-0'
    const cases: [method: string, query: string, body: object | undefined, status: number][] = [
      ['GET', '', undefined, 400],
      ['GET', '?id=quest-0-0', undefined, 404],
      ['GET', `?id=${questId}&order=best`, undefined, 400],
      ['GET', `?id=${questId}&limit=0`, undefined, 400],
      ['GET', `?id=${questId}&limit=101`, undefined, 400],
      ['GET', `?id=${questId}&cursor=x`, undefined, 400],
      ['GET', `?id=${questId}&cursor=9999999999`, undefined, 200],
      ['POST', '', { questId: 'quest-0-0', body: 'a' }, 404],
      ['POST', '', { questId, body: '' }, 400],
      ['POST', '', { questId, body: 'a'.repeat(longestComment + 1) }, 400],
      ['POST', '', { questId, body: '\u0001'.repeat(longestComment) }, 400],
      ['POST', '', { questId, body: 7 }, 400],
      ['POST', '', { questId, body: 'a', replyTo: 'comment-0' }, 404],
      ['PATCH', '', { commentId, body: 'a' }, 404],
      ['PATCH', '', { commentId }, 400],
      ['PUT', '', { questId: 'quest-0-0', closed: true }, 404],
      ['PUT', '', { questId }, 400],
      ['DELETE', '', { commentId }, 404],
      ['DELETE', '', undefined, 400],
    ]
    for (const [method, query, body, status] of cases) {
      const answer = await send(method, `/quests/comments${query}`, { token, body })
      expect(answer.status, `${method} ${query} ${answer.body.error}`).toBe(status)
      if (status !== 200)
        expect(answer.body).toEqual({ error: expect.stringMatching(/^.+\.$/), code: expect.any(String) })
    }
  })

  test('need a token to be written, changed, deleted or closed', async () => {
    const { send, questId } = await start()
    const commentId = 'comment-0'
    for (const [method, body] of Object.entries({
      POST: { questId, body: 'a' },
      PATCH: { commentId, body: 'a' },
      PUT: { questId, closed: true },
      DELETE: { commentId },
    }))
      expect((await send(method, '/quests/comments', { body })).status, method).toBe(401)
  })

  test('answer what is there, in the same quest', async () => {
    const { giver, asker, questId } = await start()
    const other = await giver.furrow.quests.post(sampleQuest)
    const { id } = await asker.furrow.quests.comment({ questId: other.id, body: 'Which gate?' })
    await expect(giver.furrow.quests.comment({ questId, body: 'No.', replyTo: id })).rejects.toMatchObject({
      status: 400,
    })
    await asker.furrow.quests.deleteComment(id)
    const answer = { questId: other.id, body: 'The lower one.', replyTo: id }
    await expect(giver.furrow.quests.comment(answer)).rejects.toMatchObject({ status: 400 })
  })
})

describe('PATCH /quests/comments', () => {
  test('changes one’s own words for some minutes, which leaves a mark', async () => {
    const { giver, asker, questId, read, clock } = await start()
    const { id: commentId } = await asker.furrow.quests.comment({ questId, body: 'Wich gate?' })
    const change = (body: string, by = asker) => by.furrow.quests.changeComment({ commentId, body })
    expect(await change('Wich gate?')).toMatchObject({ editedAt: null })
    clock.advance(commentEditMinutes * minute - 1)
    const editedAt = new Date(clock.now()).toISOString()
    expect(await change('Which gate?')).toMatchObject({ body: 'Which gate?', editedAt })
    await expect(change('None.', giver)).rejects.toMatchObject({ status: 403 })
    clock.advance(1)
    await expect(change('What gate?')).rejects.toMatchObject({ status: 400 })
    expect((await read()).comments).toMatchObject([{ body: 'Which gate?', editedAt }])
  })

  test('lets the giver pin three, who are asked for by two services at once', async () => {
    const [one, two] = await startTwins()
    const [giver, asker] = [one.user(), one.user()]
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    const ids: string[] = []
    for (let index = 0; index < 8; index++)
      ids.push((await asker.furrow.quests.comment({ questId, body: `Question ${index}` })).id)
    const pin = (commentId: string, pinned: boolean, by = giver) =>
      by.furrow.quests.changeComment({ commentId, pinned })
    const outcomes = await Promise.allSettled(
      ids.map((id, index) => pin(id, true, (index % 2 === 0 ? one : two).user(giver))),
    )
    const kept = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    expect(kept).toHaveLength(3)
    const pinned = async () =>
      (await two.visitor.quests.comments(questId, { limit: '1' })).items.pinned.map(({ id }) => id)
    expect(await pinned()).toEqual(kept)
    await expect(pin(ids[0] as string, false, asker)).rejects.toMatchObject({ status: 403 })
    expect(await pin(kept[1] as string, false)).toMatchObject({ pinnedAt: null })
    await asker.furrow.quests.deleteComment(kept[0] as string)
    expect(await pinned()).toEqual(kept.slice(2))
    await expect(pin(kept[0] as string, true)).rejects.toMatchObject({ status: 400 })
  })
})

describe('DELETE /quests/comments', () => {
  test('takes the words out of the database, and says who did it', async () => {
    const { giver, asker, questId, read, user, platform, context, clock, visitor } = await start()
    const voice = user(platform)
    const at = new Date(clock.now()).toISOString()
    const deleters = { author: asker, giver, platform: voice }
    for (const [by, deleter] of Object.entries(deleters)) {
      const { id } = await asker.furrow.quests.comment({ questId, body: `Secret of ${by}` })
      await expect(user().furrow.quests.deleteComment(id)).rejects.toMatchObject({ status: 403 })
      await deleter.furrow.quests.deleteComment(id)
      // A later deletion alters no mark.
      await voice.furrow.quests.deleteComment(id)
      expect((await read('newest')).comments[0]).toMatchObject({ id, body: '', deleted: { by, at } })
      await expect(asker.furrow.quests.changeComment({ commentId: id, body: 'Again' })).rejects.toMatchObject(
        { status: 400 },
      )
    }
    const own = await voice.furrow.quests.comment({ questId, body: 'Be kind.' })
    await voice.furrow.quests.deleteComment(own.id)
    expect((await read('newest')).comments[0]).toMatchObject({ deleted: { by: 'author' } })
    expect(await context.db.selectFrom('comments').selectAll().where('body', '<>', '').execute()).toEqual([])
    expect((await read()).commentCount).toBe(0)
    expect(await visitor.quests.get(questId)).toMatchObject({ commentCount: 0 })
    await requireSound(context)
  })

  test('is done once by many who ask two services', async () => {
    const [one, two] = await startTwins()
    const [giver, asker] = [one.user(), one.user()]
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    const { id } = await asker.furrow.quests.comment({ questId, body: 'Which gate?' })
    await asker.furrow.quests.comment({ questId, body: 'And which field?' })
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : two).user(index % 3 === 0 ? giver : asker).furrow.quests.deleteComment(id),
      ),
    )
    expect((await one.visitor.quests.comments(questId)).items.commentCount).toBe(1)
    await requireSound(one.context)
  })
})

describe('PUT /quests/comments', () => {
  test('closes the comments to all but the giver and the platform wallet, and opens them again', async () => {
    const { giver, asker, questId, read, user, platform, clock } = await start()
    await expect(asker.furrow.quests.closeComments(questId)).rejects.toMatchObject({ status: 403 })
    const closedAt = new Date(clock.now()).toISOString()
    const closed = { questId, commentCount: 0, closedAt }
    expect(await giver.furrow.quests.closeComments(questId)).toEqual({ ...closed, changes: 1 })
    clock.advance(minute)
    expect(await giver.furrow.quests.closeComments(questId)).toEqual({ ...closed, changes: 2 })
    const comment = ({ furrow }: typeof giver) => furrow.quests.comment({ questId, body: 'A word.' })
    await expect(comment(asker)).rejects.toMatchObject({ status: 403 })
    for (const who of [giver, user(platform)]) await comment(who)
    expect(await read()).toMatchObject({ closedAt, comments: [{ number: 1 }, { number: 2 }] })
    expect(await giver.furrow.quests.closeComments(questId, false)).toMatchObject({ closedAt: null })
    expect(await comment(asker)).toMatchObject({ number: 3 })
  })
})

describe('whom the giver blocks', () => {
  test('writes nothing on their quests, unless they have work under way there', async () => {
    const { giver, asker, questId, user } = await start()
    await asker.furrow.quests.accept(questId)
    await giver.furrow.mail.block(asker.address)
    await giver.furrow.mail.block(createWallet().address)
    const ask = () => asker.furrow.quests.comment({ questId, body: 'Which gate?' })
    await user().furrow.quests.comment({ questId, body: 'Mine too?' })
    await ask()
    await asker.furrow.quests.withdraw(questId)
    await expect(ask()).rejects.toMatchObject({ status: 403 })
  })

  test('writes nothing on a quest for the work that they have in another one', async () => {
    const { giver, asker, questId } = await start()
    const { id: other } = await giver.furrow.quests.post(sampleQuest)
    await asker.furrow.quests.accept(other)
    await giver.furrow.mail.block(asker.address)
    await asker.furrow.quests.comment({ questId: other, body: 'Which gate?' })
    await expect(asker.furrow.quests.comment({ questId, body: 'And here?' })).rejects.toMatchObject({
      code: 'blocked-by-giver',
    })
  })
})
