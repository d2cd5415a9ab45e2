import { mostPageBytes } from './reverts.ts'

/** An issue's text has at most 65,536 characters on GitHub. */
export const issuePage = { mostBytes: mostPageBytes }
export const mostIssues = 100

/** Some hosts take a label that they do not know for none, and list every issue. */
export function hasLabel(labels: readonly string[], wanted: string): boolean {
  return labels.some(label => label.toLowerCase() === wanted.toLowerCase())
}
