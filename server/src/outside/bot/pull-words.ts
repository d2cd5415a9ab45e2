import type { ProofFault } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { shorten } from '../../ground/address.ts'
import type { CommitStatus } from '../../ground/clients/codehost/codehost.ts'
import { hour } from '../../ground/clock.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Context } from '../../ground/context.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import { type Judged, wouldPay } from './judge-pull.ts'

/** As much as GitHub shows. */
const mostText = 140

/** null where it is nothing to tell everybody of: the author may push, or pays for it themselves. */
export async function tellPull(
  { config, db }: Context,
  { questId, foresight }: Judged,
): Promise<CommitStatus | null> {
  const url = `${config.publicUrl}/quests/${questId}`
  const author = `@${foresight.author?.login ?? 'ghost'}`
  const say = (state: CommitStatus['state'], text: string): CommitStatus => ({
    state,
    text: text.length > mostText ? `${text.slice(0, mostText - 1)}…` : text,
    url,
  })
  if (wouldPay(foresight)) {
    const { amount, token } = await readReward(db, questId)
    return say('success', `pays ${amount} ${token} to ${author} ${tellWindow(config)} after the merge`)
  }
  const faults = new Set(foresight.faults.map(({ fault }) => fault))
  if (faults.has('own-quest') || faults.has('no-author')) return null
  const [known] = Object.entries(words).flatMap(([fault, text]) =>
    faults.has(fault as ProofFault) ? [text] : [],
  )
  if (known !== undefined) return say('failure', `${author} ${known}`)
  if (faults.has('no-place-left'))
    return say('failure', `${author} has no place; ${await tellHolders(db, questId)}`)
  if (faults.has('quest-paused') || faults.has('unfunded'))
    return say('waiting', `${author} has no place; the quest takes nobody for now`)
  return say('waiting', `${author} has no place yet; one is free`)
}

const words: Readonly<Partial<Record<ProofFault, string>>> = {
  'not-default-branch': 'is paid only for a merge into the default branch',
  'other-account': 'has a place, which another account of theirs is to prove',
  'proved-other-work': 'proved this work with another pull request',
  'work-over': 'had a place, and its work is over',
  disputed: 'proved work that is in dispute',
}

function tellWindow({ reviewWindowMs }: Pick<Config, 'reviewWindowMs'>): string {
  return `${Number((reviewWindowMs / hour).toFixed(1))} h`
}

async function readReward(db: Db, questId: string) {
  return db
    .selectFrom('quests')
    .select(['amount', 'token'])
    .where('id', '=', questId)
    .executeTakeFirstOrThrow()
}

async function tellHolders(db: Db, questId: string): Promise<string> {
  const holders = await db
    .selectFrom('assignments')
    .leftJoin('profiles', 'profiles.address', 'assignments.farmer')
    .select(['assignments.farmer', 'assignments.status', 'expires_at', 'codehost_username'])
    .where('quest_id', '=', questId)
    .where('assignments.status', 'in', liveStatuses)
    .limit(2)
    .execute()
  const [holder, another] = holders
  if (holder === undefined || another !== undefined) return 'all of them are taken'
  const { farmer, codehost_username: login, status, expires_at } = holder
  const name = login === null ? shorten(farmer) : `@${login}`
  return status === 'accepted' ? `${name} has it until ${tellDay(expires_at)}` : `${name} has done it`
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const tellDay = (at: number) => days.format(at)
