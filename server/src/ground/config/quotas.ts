import type { Reader } from './reader.ts'

/** Bounds per wallet, for a day or at once, unless a name or comment says otherwise; new profiles are per network and hour. */
export type Quotas = {
  readonly questsADay: number
  readonly liveQuests: number
  /** To people who never wrote back. */
  readonly lettersADay: number
  readonly proposalsADay: number
  readonly commentsADay: number
  readonly reportsADay: number
  /** Per network. */
  readonly reportsAnHour: number
  readonly withdrawalsADay: number
  readonly applicationsADay: number
  readonly invitesADay: number
  readonly paymentsADay: number
  /** Transactions whose gas is paid for one wallet, and for all of them together. */
  readonly sponsoredADay: number
  readonly allSponsoredADay: number
  readonly places: number
  readonly newProfilesAnHour: number
  /** Links to confirm e-mail addresses, of all wallets together. */
  readonly confirmationsADay: number
  readonly confirmationsAnHour: number
  /** Single notices to one channel in an hour that strangers cause. */
  readonly toldAnHour: number
  /** Issues that one network may look up for quests in an hour. */
  readonly importsAnHour: number
  readonly filesADay: number
  readonly fileBytes: number
}

export const unlimited = Number.MAX_SAFE_INTEGER
const megabyte = 1_048_576

export function readQuotas(read: Reader): Quotas {
  const most = (name: string, fallback: number) =>
    read.number(name, fallback, { min: 0, max: 1e9, integer: true }) || unlimited
  return {
    questsADay: most('QUOTA_QUESTS_A_DAY', 500),
    liveQuests: most('QUOTA_LIVE_QUESTS', 1_000),
    lettersADay: most('QUOTA_LETTERS_A_DAY', 1_000),
    proposalsADay: most('QUOTA_PROPOSALS_A_DAY', 100),
    commentsADay: most('QUOTA_COMMENTS_A_DAY', 500),
    reportsADay: most('QUOTA_REPORTS_A_DAY', 20),
    reportsAnHour: most('QUOTA_REPORTS_AN_HOUR', 60),
    paymentsADay: most('QUOTA_PAYMENTS_A_DAY', 200),
    withdrawalsADay: most('QUOTA_WITHDRAWALS_A_DAY', 100),
    applicationsADay: most('QUOTA_APPLICATIONS_A_DAY', 100),
    invitesADay: most('QUOTA_INVITES_A_DAY', 100),
    sponsoredADay: most('QUOTA_SPONSORED_A_DAY', 10),
    allSponsoredADay: most('QUOTA_ALL_SPONSORED_A_DAY', 500),
    places: most('QUOTA_PLACES', 100),
    newProfilesAnHour: most('QUOTA_NEW_PROFILES_AN_HOUR', 60),
    confirmationsADay: most('QUOTA_CONFIRMATIONS_A_DAY', 1_000),
    confirmationsAnHour: most('QUOTA_CONFIRMATIONS_AN_HOUR', 20),
    toldAnHour: most('QUOTA_TOLD_AN_HOUR', 20),
    importsAnHour: most('QUOTA_IMPORTS_AN_HOUR', 200),
    filesADay: most('QUOTA_FILES_A_DAY', 200),
    fileBytes: Math.min(unlimited, most('QUOTA_FILES_MB', 200) * megabyte),
  }
}
