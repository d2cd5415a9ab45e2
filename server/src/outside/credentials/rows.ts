import type { CredentialTable } from '@furrow/storage/credential-tables.ts'
import type { Selectable } from 'kysely'

export type CredentialRow = Selectable<CredentialTable>
