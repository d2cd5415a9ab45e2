import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeEnvExample, writeSettingsPage } from '../server/src/ground/config/described/write.ts'
import { writeCodesMarkdown } from '../server/src/ground/http/codes-page.ts'

/** Writes the documents that are made from the code; tests hold that the committed ones are current. */
const documents = {
  'docs/errors.md': writeCodesMarkdown(),
  'docs/settings.md': writeSettingsPage(),
  '.env.example': writeEnvExample(),
}

for (const [path, text] of Object.entries(documents))
  writeFileSync(join(import.meta.dirname, '..', path), text)
