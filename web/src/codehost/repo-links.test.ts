import type { PublicConfig, Quest } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { issueUrl, pullRequestUrl, repoUrl } from './repo-links.ts'

const quest = (codehostRepo?: string, codehostIssue?: string) => ({ codehostRepo, codehostIssue }) as Quest
const host = (kind: 'github' | 'gitea' | 'gitlab') =>
  ({ kind, url: 'https://git.example.org' }) as PublicConfig['codehost']

describe('the links of a quest', () => {
  test.each([
    ['farm/gate', 'https://git.example.org', 'https://git.example.org/farm/gate'],
    ['farm/gate', undefined, 'https://github.com/farm/gate'],
    [
      'https://elsewhere.example/farm/gate.git',
      'https://git.example.org',
      'https://elsewhere.example/farm/gate',
    ],
    [undefined, 'https://git.example.org', null],
  ])('%s at %s is %s', (repo, url, link) => expect(repoUrl(quest(repo), url)).toBe(link))

  test.each([
    ['github', '/issues/42', '/pull/12'],
    ['gitea', '/issues/42', '/pulls/12'],
    ['gitlab', '/-/issues/42', '/-/merge_requests/12'],
  ] as const)('%s has its own', (kind, issue, pull) => {
    const base = 'https://git.example.org/farm/gate'
    for (const text of ['42', '#42', 'farm/gate#42'])
      expect(issueUrl(quest('farm/gate', text), host(kind))).toBe(base + issue)
    expect(pullRequestUrl(quest('farm/gate'), 12, host(kind))).toBe(base + pull)
  })

  test('are none where nothing leads there', () => {
    expect(issueUrl(quest('farm/gate'), host('github'))).toBeNull()
    expect(issueUrl(quest(undefined, '42'), host('github'))).toBeNull()
    expect(pullRequestUrl(quest(), 12, host('github'))).toBeNull()
  })

  test('of an issue with an address of its own is that', () =>
    expect(issueUrl(quest(undefined, 'https://a.example/i/1'), null)).toBe('https://a.example/i/1'))
})
