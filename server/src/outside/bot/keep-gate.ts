import type { ProofFault } from '@furrow/sdk/contract'
import type { BotPullRow, BotRepositoryTable } from '@furrow/storage/bot-tables.ts'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { type Judged, wouldPay } from './judge-pull.ts'
import { noteOnPull } from './note-on-pull.ts'
import { plainLogin } from './words.ts'

const label = 'no place'

const withoutPlace: readonly ProofFault[] = ['account-unproved', 'no-place', 'place-expired']

type Looked = {
  readonly judged: Judged | null
  readonly isExempt: boolean
  /** Whether the host was just seen to have it open; null where it was not asked. */
  readonly isOpen: boolean | null
}

/**
 * Labels or closes a pull request for a quest whose author has no place in it, where the repository wants that, and takes it back
 * once they have one. It acts on how things stand, and not on what happened, so its own events lead to nothing.
 */
export async function keepGate(
  context: Context,
  codehost: CodeHost,
  row: BotPullRow,
  { judged, isExempt, isOpen }: Looked,
): Promise<void> {
  const { repository: repo, pull_request: number, gated } = row
  const gate = await readGate(context, row.repo_key)
  const isOut =
    judged !== null && !isExempt && judged.foresight.faults.some(({ fault }) => withoutPlace.includes(fault))
  if (gated === 'closed') {
    // Somebody who may opened it again: it stays so.
    if (isOpen === true) await noteOnPull(context, row, { gated: 'let' })
    else if (judged !== null && (isExempt || wouldPay(judged.foresight))) await open(context, codehost, row)
    return
  }
  if (gated === 'label' && !(isOut && gate === 'label')) {
    await codehost.setPullLabel(repo, number, label, false)
    await noteOnPull(context, row, { gated: null })
  }
  if (!isOut || gated === 'let') return
  if (gate === 'label' && gated !== 'label') {
    await codehost.setPullLabel(repo, number, label, true)
    await noteOnPull(context, row, { gated: 'label' })
  }
  if (gate === 'close') await close(context, codehost, row, judged)
}

async function close(
  context: Context,
  codehost: CodeHost,
  row: BotPullRow,
  { questId, foresight }: Judged,
): Promise<void> {
  const { repository: repo, pull_request: number } = row
  // A process that is killed from here on closes it again.
  await noteOnPull(context, row, { gated: 'closing' })
  if (!(await codehost.setPullOpen(repo, number, false))) {
    await noteOnPull(context, row, { gated: 'let' })
    return
  }
  const login = plainLogin(foresight.author?.login ?? '')
  const url = `${context.config.publicUrl}/quests/${questId}`
  await codehost.commentOnPull(
    repo,
    number,
    `\`${login}\` has no place in [the quest](${url}) that this is for, so it is closed, and opens again by itself once they take one.`,
  )
  await noteOnPull(context, row, { gated: 'closed' })
}

/** A branch that is gone cannot be opened again: it is not tried a second time. */
async function open(context: Context, codehost: CodeHost, row: BotPullRow): Promise<void> {
  const isOpen = await codehost.setPullOpen(row.repository, row.pull_request, true)
  await noteOnPull(context, row, isOpen ? { gated: null, open: 1 } : { gated: 'let' })
}

async function readGate({ db }: Context, repoKey: string): Promise<BotRepositoryTable['gate']> {
  const row = await db
    .selectFrom('bot_repositories')
    .select('gate')
    .where('repo_key', '=', repoKey)
    .executeTakeFirst()
  return row?.gate ?? null
}

export async function setGate({ db }: Context, repoKey: string, how: string | null): Promise<void> {
  const gate = how === 'label' || how === 'close' ? how : null
  await db
    .insertInto('bot_repositories')
    .values({ repo_key: repoKey, next_at: 0, gate })
    .onConflict(conflict => conflict.column('repo_key').doUpdateSet({ next_at: 0, gate }))
    .execute()
}
