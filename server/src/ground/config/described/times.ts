import type { Subject } from './subject.ts'

export const times: Subject = {
  title: 'Times and seasons',
  settings: [
    { names: ['REVIEW_WINDOW_HOURS'], words: 'From proof to payment; fractions allowed' },
    {
      names: ['ACCEPT_DAYS', 'DISPUTE_DAYS'],
      words:
        'Until an accepted place without work, or an application without an answer, ends; until an undecided dispute ends',
    },
    { names: ['IDLE_DAYS'], words: 'Until the giver may free an accepted place without work' },
    {
      names: ['SEASON_START', 'SEASON_DAYS'],
      words: 'Seasons are counted from 1',
      usual: { SEASON_START: '2026-01-01' },
    },
    {
      names: ['POINTS_FOR'],
      words: 'The work that counts for points: `proved` work, or all that was released (`recorded`)',
      unset: { POINTS_FOR: '`proved` with a code host or a chain, else `recorded`' },
    },
  ],
}
