import { chains } from './chains.ts'
import { codehost } from './codehost.ts'
import { community } from './community.ts'
import { credentials } from './credentials.ts'
import { database } from './database.ts'
import { escrow } from './escrow.ts'
import { files } from './files.ts'
import { limits } from './limits.ts'
import { notifications } from './notifications.ts'
import { quotas } from './quotas.ts'
import { service } from './service.ts'
import type { Subject } from './subject.ts'
import { times } from './times.ts'

/** Every setting, by subject, in the order of the documents. `npm run document` writes the tables and `.env.example` of it. */
export const subjects: readonly Subject[] = [
  community,
  service,
  database,
  times,
  codehost,
  chains,
  escrow,
  credentials,
  notifications,
  files,
  limits,
  quotas,
]
