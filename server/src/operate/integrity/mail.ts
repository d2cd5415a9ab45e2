import type { Db } from '@furrow/storage/db.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import { isOpenedBy, readCanary } from '../../people/mail/canary.ts'
import { unseal } from '../../people/mail/seal.ts'
import { sealedRows } from '../../people/mail/sealed-rows.ts'
import type { Violation } from './law.ts'

export async function auditMail(db: Db, secrets: Secrets): Promise<Violation[]> {
  const canary = await readCanary(db)
  if (canary === null || !isOpenedBy(secrets, canary)) {
    const what =
      canary === null ? 'there is no canary: no service has started on it' : 'the canary does not open'
    return [{ kind: 'mail', says: 'the secret is not the one of this database', count: 1, first: [{ what }] }]
  }
  let unopened = 0
  for await (const { values, mayBeClear } of sealedRows(db)) {
    if (mayBeClear) continue
    for (const value of Object.values(values)) if (unseal(secrets.sealing, value) === null) unopened++
  }
  if (unopened === 0) return []
  return [
    { kind: 'mail', says: 'a subject or body that none of the secrets opens', count: unopened, first: [] },
  ]
}
