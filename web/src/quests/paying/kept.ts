import { t } from '@lingui/core/macro'
import { keepText, keptName, readText } from '../../auth/kept-text.ts'
import { readSent, sentName } from '../escrow/sent.ts'
import type { Owed } from './owed.ts'

/** The names under which this device keeps payments that were sent: of one work, and of several of a quest at once. */
export function paymentTo(farmer: string): string {
  return `pay ${farmer}`
}

export const allOfQuest = 'pay-together'

/** In the place of a quest's id, and of an action: works of several quests at once. */
export const allDue = 'due'

/** Nothing is paid by two ways at the same time. */
export const onItsWay = t`A payment of it is on its way. Wait until it is seen here.`

/** Whether it was sent by another way than this one. */
export function isOnItsWay({ questId, farmer }: Owed, address: string, what: string): boolean {
  const others = [paymentTo(farmer), allOfQuest].filter(one => one !== what)
  if (others.some(one => readSent(sentName(questId, one, address)) !== null)) return true
  return what !== allDue && isAmong(readDue(address), questId, farmer)
}

function isAmong(works: readonly Owed[], questId: string, farmer: string): boolean {
  return works.some(one => one.questId === questId && one.farmer === farmer)
}

/** The works that the wallet was asked to pay at once, over several quests, while that is not over. */
export function readDue(address: string | null): readonly Owed[] {
  if (readSent(sentName(allDue, allOfQuest, address)) === null) return []
  return readText<readonly Owed[]>(keptName(allDue, address)) ?? []
}

export function keepDue(address: string, works: readonly Owed[]): void {
  keepText(keptName(allDue, address), works)
}
