import { sql } from 'kysely'

/**
 * The sort keys of quests, each one text that ends in the id: the largest comes first, and the newest among equals. The
 * indexes repeat these very words, so they are never edited. Rewards are padded to equally many digits before the point (an
 * amount has at most 15), and no digit or point sorts below the hyphen. A deadline counts down from a number of 17 digits.
 */
export const sortKeys = {
  reward: sql<string>`substr('000000000000000', 1 + length(amount) - length(ltrim(amount, '0123456789'))) || amount || '-' || id`,
  deadline: sql<string>`case when deadline is null then '0' else cast(19007199254740991 - deadline as text) end || '-' || id`,
}

/** The lower bound for the keys of all deadlines until then; quests without a deadline are below it. */
export function keyOfDeadline(at: number): string {
  return String(19007199254740991n - BigInt(at))
}

/** Millionths, as if three more had given 3. The index repeats these very words, so they are never edited. */
export const ratingKey = sql<number>`(cast(farmer_stars + 9 as bigint) * 1000000 / (farmer_ratings + 3))`

/** Profiles whose search index is stale, also those written by the version before. */
export const isFoundOtherwise = sql<boolean>`coalesce(found_skills, '[]') <> skills`

/** Profiles whose names changed since their folded forms were written, also by the version before. */
export const areNamesUnfolded = sql<boolean>`coalesce(folded_names, ' 0  ') <>
  coalesce(ens_address, '') || ' ' || cast(ens_verified as text) || ' ' || coalesce(codehost_login, '') || ' ' || coalesce(codehost_id, '')`
