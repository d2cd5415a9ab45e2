import type { ProofFault } from '@furrow/sdk/contract'
import type { BotPullRow, BotRepositoryTable } from '@furrow/storage/bot-tables.ts'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { type Judged, wouldPay } from './judge-pull.ts'

const label = 'no place'

const withoutPlace: readonly ProofFault[] = ['account-unproved', 'no-place', 'place-expired']

type Looked = {
  readonly judged: Judged | null
  /** Whether its author may push, or is a bot. */
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
    if (isOpen === true) await note(context, row, 'let')
    else if (judged !== null && (isExempt || wouldPay(judged.foresight))) await open(context, codehost, row)
    return
  }
  if (gated === 'label' && !(isOut && gate === 'label')) {
    await codehost.setPullLabel(repo, number, label, false)
    await note(context, row, null)
  }
  if (!isOut || gated === 'let') return
  if (gate === 'label' && gated !== 'label') {
    await codehost.setPullLabel(repo, number, label, true)
    await note(context, row, 'label')
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
  await note(context, row, 'closing')
  if (!(await codehost.setPullOpen(repo, number, false))) {
    await note(context, row, 'let')
    return
  }
  const login = (foresight.author?.login ?? '').replace(/[^\w.-]/g, '')
  const url = `${context.config.publicUrl}/quests/${questId}`
  await codehost.commentOnPull(
    repo,
    number,
    `\`${login}\` has no place in [the quest](${url}) that this is for, so it is closed, and opens again by itself once they take one.`,
  )
  await note(context, row, 'closed')
}

/** A branch that is gone cannot be opened again: it is not tried a second time. */
async function open(context: Context, codehost: CodeHost, row: BotPullRow): Promise<void> {
  const isOpen = await codehost.setPullOpen(row.repository, row.pull_request, true)
  await note(context, row, isOpen ? null : 'let')
  if (isOpen)
    await context.db
      .updateTable('bot_pulls')
      .set({ open: 1 })
      .where('repo_key', '=', row.repo_key)
      .where('pull_request', '=', row.pull_request)
      .execute()
}

async function readGate({ db }: Context, repoKey: string): Promise<BotRepositoryTable['gate']> {
  const row = await db
    .selectFrom('bot_repositories')
    .select('gate')
    .where('repo_key', '=', repoKey)
    .executeTakeFirst()
  return row?.gate ?? null
}

async function note({ db }: Context, row: BotPullRow, gated: BotPullRow['gated']): Promise<void> {
  await db
    .updateTable('bot_pulls')
    .set({ gated })
    .where('repo_key', '=', row.repo_key)
    .where('pull_request', '=', row.pull_request)
    .execute()
}

/** For the whole repository, and all that is open there already. */
export async function setGate({ db }: Context, repoKey: string, how: string | null): Promise<void> {
  const gate = how === 'label' || how === 'close' ? how : null
  await db
    .insertInto('bot_repositories')
    .values({ repo_key: repoKey, next_at: 0, gate })
    .onConflict(conflict => conflict.column('repo_key').doUpdateSet({ next_at: 0, gate }))
    .execute()
}
