import { readDrift } from '../../rules/ledger/paying-stopped.ts'
import { type Check, fine, tablesOf, wrong } from './check.ts'

export const ledger: Check = {
  about: 'Ledger',
  async look(patient) {
    const db = await tablesOf(patient)
    if (db === null) return []
    const { doneAt, drift, altered = 0 } = await readDrift(db)
    if (doneAt === 0) return [fine('It was not added up yet.')]
    return [
      drift > 0
        ? wrong('It does not add up: nothing is paid.', 'Run npm run verify, and see docs/operators.md.')
        : fine('It adds up.'),
      ...(altered > 0
        ? [
            wrong(
              `${altered} places under review are not what their quests' logs tell, and are not paid.`,
              'Somebody altered the database: run npm run verify, and put the rows back as they were.',
            ),
          ]
        : []),
    ]
  },
}
