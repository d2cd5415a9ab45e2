import { createHash } from 'node:crypto'
import type { BotPullRow } from '@furrow/storage/bot-tables.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { sql } from 'kysely'
import type { CodeHost, CommitStatus } from '../../ground/clients/codehost/codehost.ts'
import { minute, never, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { untilReserve } from '../../quests/verify/host-budget.ts'
import { type Judged, judgePull, wouldPay } from './judge-pull.ts'
import { keepGate } from './keep-gate.ts'
import { noteOnPull } from './note-on-pull.ts'
import { pauseAfter } from './pause-after.ts'
import { lookAtPull, type PullFacts, readFacts } from './pull-facts.ts'
import { tellPull } from './pull-words.ts'
import { isSilenced } from './silenced.ts'

const atOnce = 10
const lease = minute
/** GitHub links the issues that a text names a moment after it. */
const pauses = [3 * second, 30 * second]

/** Says on the head of each pull request whether its merge pays: one write for each state. */
export const tellPulls: Duty = {
  name: 'say on pull requests whether they pay',
  soonest: ({ codehost, config }, until) =>
    codehost === null || !config.codehost?.bot
      ? null
      : sql`(select min(next_at) from bot_pulls where next_at <= ${until})`,
  async round(context) {
    const { clock, codehost, config, db } = context
    if (codehost === null || !config.codehost?.bot) return 0
    const due = await db
      .selectFrom('bot_pulls')
      .selectAll()
      .where('next_at', '<=', clock.now())
      .orderBy('next_at')
      .limit(atOnce)
      .execute()
    const done = await Promise.all(due.map(row => keep(context, codehost, row)))
    return done.filter(Boolean).length
  },
}

/** @returns whether its head says how things stand. */
async function keep(context: Context, codehost: CodeHost, row: BotPullRow): Promise<boolean> {
  const { clock, log } = context
  const { repo_key, pull_request, tries } = row
  const busy = untilReserve(context, repo_key) ?? 0
  const until = clock.now() + Math.max(lease, busy * second, pauseAfter(tries))
  if (!(await change(context, row, row.next_at, { tries: tries + 1, next_at: until }))) return false
  if (busy > 0) return false
  try {
    const next_at = await tell(context, codehost, row)
    // News in the meantime made it due, and this leaves it so.
    await change(context, row, until, { ...next_at, tries: 0 })
    return true
  } catch (error) {
    if (!(error instanceof UnavailableError))
      log.error(
        { ...toLog(error), repo_key, pull_request },
        'the status of a pull request failed and will be tried again',
      )
    return false
  }
}

type Done = Partial<Pick<BotPullRow, 'facts' | 'author_id' | 'looks' | 'open' | 'tries'>> & {
  readonly next_at: number
}

/** @returns what to remember, unless there are news by then. */
async function tell(context: Context, codehost: CodeHost, row: BotPullRow): Promise<Done> {
  const { clock, config } = context
  const isKeptOut = row.gated === 'closed' || row.gated === 'closing'
  if ((row.open === 0 && !isKeptOut) || (await isSilenced(context, row.repo_key))) return { next_at: never }
  const kept = readFacts(row.facts)
  if (kept !== null) {
    const facts = await write(context, codehost, row, kept, null)
    return { facts: JSON.stringify(facts), next_at: never }
  }
  const look = await lookAtPull(codehost, config.codehost?.url ?? '', row, isKeptOut)
  if (look === null) return { next_at: never }
  const { facts, open, unlinked } = look
  const author_id = facts.author?.id ?? null
  if (!open && !isKeptOut) return { open: 0, author_id, next_at: never }
  const written = await write(context, codehost, row, facts, open)
  const pause = unlinked ? pauses[row.looks] : undefined
  if (pause !== undefined) return { author_id, looks: row.looks + 1, next_at: clock.now() + pause }
  return { author_id, facts: JSON.stringify(written), next_at: never }
}

/** @returns the facts, with those that were asked for meanwhile. */
async function write(
  context: Context,
  codehost: CodeHost,
  row: BotPullRow,
  facts: PullFacts,
  isOpen: boolean | null,
): Promise<PullFacts> {
  const judged = await judgePull(context, row, facts)
  const known = judged === null ? facts : await askMayPush(codehost, facts, judged)
  const isExempt = known.mayPush === true || known.authorIsBot
  const matters = judged !== null && (wouldPay(judged.foresight) || !isExempt)
  const status = matters ? await tellPull(context, judged) : null
  await show(context, codehost, row, known, status)
  await keepGate(context, codehost, row, { judged, isExempt, isOpen })
  return known
}

/** People who may push need no place to be heard. It costs the host a question, and only where it matters. */
async function askMayPush(codehost: CodeHost, facts: PullFacts, { foresight }: Judged): Promise<PullFacts> {
  const { author, mayPush, repository } = facts
  if (author === null || mayPush !== null || wouldPay(foresight)) return facts
  return { ...facts, mayPush: await codehost.mayWrite(repository.name, author) }
}

/** null takes back what this head said before, and is not written where it said nothing. */
async function show(
  context: Context,
  codehost: CodeHost,
  row: BotPullRow,
  { headBranch, headSha, repository }: PullFacts,
  status: CommitStatus | null,
): Promise<void> {
  if (status === null && !row.shown.startsWith(`${headSha} `)) return
  const told = status ?? { state: 'success', text: 'concerns no quest', url: context.config.publicUrl }
  const shown = `${headSha} ${createHash('sha256').update(JSON.stringify(told)).digest('hex')}`
  if (shown === row.shown) return
  // Where the host does not let it, it would not let it the next time either.
  await codehost.setStatus({ repository, headSha, headBranch }, told)
  await noteOnPull(context, row, { shown })
}

async function change(
  { db }: Context,
  { repo_key, pull_request }: BotPullRow,
  from: number,
  to: Partial<Done> & { readonly next_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bot_pulls')
    .set(to)
    .where('repo_key', '=', repo_key)
    .where('pull_request', '=', pull_request)
    .where('next_at', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
