import type { QuestRevision, QuestRevisionQuery, QuestTerms } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { QuestRevisionTable, QuestRow } from '@furrow/storage/tables.ts'
import type { Selectable } from 'kysely'
import { instant, instantOrNull } from '../../ground/clock.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { showConditions } from '../../rules/lifecycle/conditions.ts'
import { questionsOf } from '../../rules/lifecycle/questions.ts'
import type { Terms } from '../../rules/lifecycle/terms.ts'
import { toTerms } from '../change/rows.ts'
import type { PlannedFunds } from '../change/write-edits.ts'
import { findQuestRow } from './one-quest.ts'

const most = 100
/** Above every number that the column can have. */
const latest = 2 ** 31 - 1

export type RevisionPage = { readonly revisions: readonly QuestRevision[]; readonly next: string | null }

/** A page of at most 100 or about a megabyte. @throws NotFoundError; BadRequestError for an invalid limit. */
export async function listRevisions(db: Db, query: QuestRevisionQuery): Promise<RevisionPage> {
  const limit = readLimit(query.limit, { most })
  const rows = await db
    .selectFrom('quest_revisions')
    .selectAll()
    .where('quest_id', '=', query.id)
    .where('number', '<', Math.min(latest, Number(query.cursor ?? latest)))
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute()
  if (rows.length === 0) await findQuestRow(db, query.id)
  const revisions = fitPage(rows.slice(0, limit).map(showRevision))
  const last = revisions.at(-1)?.number
  return { revisions, next: rows.length > revisions.length && last !== undefined ? String(last) : null }
}

type Before = Partial<Terms> & { readonly deposit?: PlannedFunds | null }

export async function readFirstTerms(
  db: Db,
  row: QuestRow,
): Promise<{ readonly terms: Terms; readonly deposit: PlannedFunds | null }> {
  if (row.revision === 0) return { terms: toTerms(row), deposit: null }
  const rows = await db
    .selectFrom('quest_revisions')
    .select('before')
    .where('quest_id', '=', row.id)
    .orderBy('number', 'desc')
    .execute()
  const befores = rows.map(({ before }) => JSON.parse(before) as Before)
  const { deposit = null, ...terms }: Terms & Before = Object.assign(toTerms(row), ...befores)
  return { terms, deposit }
}

export function showRevision(row: Selectable<QuestRevisionTable>): QuestRevision {
  return {
    number: row.number,
    at: instant(row.at),
    before: showTerms(JSON.parse(row.before) as Partial<Terms>),
    after: showTerms(JSON.parse(row.after) as Partial<Terms>),
  }
}

function showTerms(terms: Before): Partial<QuestTerms> {
  const {
    amount,
    token,
    places,
    skills,
    deadline,
    repoKey: _,
    issueNumber: __,
    deposit: ___,
    verifiedCodehost,
    minCompleted,
    conditions,
    questions,
    ...texts
  } = terms
  const requires = {
    ...(verifiedCodehost !== undefined && { verifiedCodehost }),
    ...(minCompleted !== undefined && { minCompleted }),
    ...(conditions !== undefined && showConditions(conditions)),
  }
  return {
    ...texts,
    ...(amount !== undefined && { rewardAmount: Number(amount) }),
    ...(token !== undefined && { rewardToken: token }),
    ...(places !== undefined && { maxFarmers: places }),
    ...(skills !== undefined && { skills: JSON.parse(skills) as string[] }),
    ...(deadline !== undefined && { deadline: instantOrNull(deadline) }),
    ...(questions !== undefined && { questions: [...questionsOf({ questions })] }),
    ...(Object.keys(requires).length > 0 && { requires }),
  }
}
