import type { Db } from './db.ts'

const key = 'known-time'

/** When a service last trusted its clock, else the last seal; null for neither. Tables may be older, or missing. */
export async function readKnownTime(db: Db): Promise<number | null> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  if (!tables.has('meta')) return null
  const noted = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  if (noted !== undefined) return Number(noted.value)
  if (!tables.has('audit_seals')) return null
  const last = db.selectFrom('audit_seals').select('at').orderBy('number', 'desc').limit(1)
  return (await last.executeTakeFirst())?.at ?? null
}

export async function noteKnownTime(db: Db, at: number): Promise<void> {
  const value = String(at)
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
