import './app/styles.css'
import { translate } from './language/translate.ts'

// What is said while modules are read is in the reader's language already.
await translate()
await import('./app/start.tsx')
