import type { Env, Reader } from './reader.ts'

const folders = ['DATA_DIR', 'BACKUP_DIR']

/**
 * Some readers of environment files leave quotation marks in place, and others take them out. Most settings are refused with them by their
 * form; these would be taken for something else without a word: a folder of that name, and a service that is not in production.
 */
export function refuseQuoted({ problems }: Pick<Reader, 'problems'>, env: Env): void {
  for (const name of folders)
    if (/^(["'`]).*\1$/.test(env[name]?.trim() ?? ''))
      problems.push(`${name} is in quotation marks, which would be part of its name: leave them out.`)
  const mode = env.NODE_ENV?.trim() ?? ''
  if (mode !== 'production' && /^["'`]?prod/i.test(mode))
    problems.push(`NODE_ENV must be production to the letter, or another word; it is ${mode}.`)
}
