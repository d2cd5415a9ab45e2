import { sql } from 'kysely'

/** The pattern of contests that members rank, as the index of those that are voted on has it. */
export const byVotes = sql.raw(`'%"rankBy":"votes"%'`)
