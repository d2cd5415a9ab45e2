import type { Db } from '@furrow/storage/db.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { findByAge } from './by-age.ts'
import { findByKey } from './by-key.ts'
import { findByRelevance } from './by-relevance.ts'
import type { QuestFilter } from './filters.ts'
import type { HeadPage } from './heads.ts'
import { requireToken } from './term-filters.ts'

const most = 1_000

/** @throws BadRequestError for a filter that means nothing, an order without what it needs, or a cursor of another one. */
export async function findQuests(db: Db, query: QuestFilter): Promise<HeadPage> {
  const limit = readLimit(query.limit, { most })
  requireToken(query)
  const { sort = 'newest' } = query
  switch (sort) {
    case 'newest':
    case 'oldest':
      return findByAge(db, query, sort, limit)
    case 'deadline':
    case 'reward':
      return findByKey(db, query, sort, limit)
    case 'relevance':
      return findByRelevance(db, query, limit)
  }
}
