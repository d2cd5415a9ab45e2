import { writeFileSync } from 'node:fs'
import { artifactFiles } from './artifacts.ts'

for (const [path, text] of artifactFiles()) {
  writeFileSync(path, text)
  console.error(`wrote ${path.pathname}`)
}
