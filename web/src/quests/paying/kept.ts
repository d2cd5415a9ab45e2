import { t } from '@lingui/core/macro'

/** The names under which this device keeps payments that were sent: of one work, and of several of a quest at once. */
export function paymentTo(farmer: string): string {
  return `pay ${farmer}`
}

export const allOfQuest = 'pay-together'

/** Nothing is paid by two ways at the same time. */
export const onItsWay = t`A payment of it is on its way. Wait until it is seen here.`
