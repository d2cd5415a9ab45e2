import type { Subject } from './subject.ts'

export const database: Subject = {
  title: 'The database',
  settings: [
    {
      names: ['DATABASE_URL'],
      words:
        '`postgres://...` (14 or later) instead of the embedded database; any number of processes may share it. The first of several hosts (`postgres://u@h1:5432,h2:5432/db`) that takes writes is used',
    },
    {
      names: ['DATABASE_TIMEOUT'],
      words:
        "Seconds that the database may take to answer, and half as many that a lock of somebody else's is waited for; then it is 503",
    },
    {
      names: ['DATABASE_POOLER'],
      words:
        '`transaction` where a pooler such as PgBouncer gives each transaction another session of PostgreSQL ([Run it](operators.md#behind-a-pooler))',
      usual: { DATABASE_POOLER: 'session' },
    },
    {
      names: ['DATABASE_WAIT'],
      words: 'Seconds that a start waits for a database that does not answer; `0` for as long as it takes',
    },
    {
      names: ['UPGRADE_ANYWAY'],
      words:
        'Brings a database of 0.1.0 forward though processes of it seem to run, for operators who know that they do not ([Upgrades](upgrades.md#from-010))',
    },
  ],
}
