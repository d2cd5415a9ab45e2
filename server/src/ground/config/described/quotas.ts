import type { Subject } from './subject.ts'

export const quotas: Subject = {
  title: 'Quotas',
  about:
    'These bound what one wallet does in a day (UTC) or has at once, unless the row says otherwise. More is refused with 429 and when it ends; `0` is no limit.',
  settings: [
    {
      names: ['QUOTA_QUESTS_A_DAY', 'QUOTA_LIVE_QUESTS'],
      words:
        'Quests that one wallet may post in a day (UTC), and have at once that are not over; `0` for no limit, here and below',
    },
    {
      names: ['QUOTA_LETTERS_A_DAY'],
      words: 'Letters of one wallet in a day to people who never wrote back',
    },
    {
      names: ['QUOTA_PROPOSALS_A_DAY', 'QUOTA_WITHDRAWALS_A_DAY'],
      words:
        'Proposals of one wallet in a day; places that it may give back before it takes no more on that day',
    },
    { names: ['QUOTA_APPLICATIONS_A_DAY'], words: 'Applications of one wallet in a day' },
    { names: ['QUOTA_COMMENTS_A_DAY'], words: 'Comments of one wallet in a day, on all quests' },
    { names: ['QUOTA_REPORTS_A_DAY'], words: 'Things that one wallet reports to the moderators in a day' },
    {
      names: ['QUOTA_REPORTS_AN_HOUR'],
      words:
        'Things that one network reports in an hour; in a day eight times as many, as all of a /48 in an hour',
    },
    { names: ['QUOTA_PAYMENTS_A_DAY'], words: 'Transactions that one giver may show as payments in a day' },
    {
      names: ['QUOTA_SPONSORED_A_DAY', 'QUOTA_ALL_SPONSORED_A_DAY'],
      words:
        'Transactions whose gas `PAYMASTER_URL` pays in a day, for one wallet, and for all wallets together',
    },
    { names: ['QUOTA_PLACES'], words: 'Places without work that one wallet may have at once' },
    {
      names: ['PLACES_LADDER'],
      words:
        'Places, with and without work, that one proved account at the code host may have at once, by its finished work that counts: `5:10` is 10 places from the fifth on. A wallet without a proved account has the first number. `off`, an empty value, or no code host: no such bound',
    },
    { names: ['QUOTA_INVITES_A_DAY'], words: 'Farmers whom one wallet may invite to its quests in a day' },
    {
      names: ['QUOTA_NEW_PROFILES_AN_HOUR'],
      words: 'Profiles that `init=true` makes in an hour for one network, in each process',
    },
    {
      names: ['QUOTA_FILES_A_DAY', 'QUOTA_FILES_MB'],
      words: 'Files that one wallet may send in a day, and how many megabytes all its files may have',
    },
    {
      names: ['QUOTA_CONFIRMATIONS_A_DAY', 'QUOTA_CONFIRMATIONS_AN_HOUR'],
      words:
        'Links to confirm e-mail addresses in a day of all wallets together (503 beyond; a twentieth of them, but at least 20, for one network, an IPv4 address or a /48, a tenth to one domain, half to a large provider, three to a mailbox); channels that one network adds, or has asked again, in an hour',
    },
    {
      names: ['QUOTA_TOLD_AN_HOUR'],
      words:
        'Letters, invitations, comments and applications that one channel of a person (no webhook) is told of one by one in an hour; the rest come together when it is over',
    },
    { names: ['QUOTA_IMPORTS_AN_HOUR'], words: 'Issues that one network may look up for quests in an hour' },
  ],
}
