// Writes the documents that are made of the code: `npm run document`. A test beside each maker holds that they are current.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeEnvExample, writeSettingsPage } from '../server/src/ground/config/described/write.ts'

const made = {
  'docs/settings.md': writeSettingsPage,
  '.env.example': writeEnvExample,
}

for (const [file, write] of Object.entries(made))
  await writeFile(join(import.meta.dirname, '..', file), write())
