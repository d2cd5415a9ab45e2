import './app/styles.css'
import { translate } from './language/translate.ts'

// Texts that modules produce while they load are in the reader's language already.
await translate()
await import('./app/start.tsx')
