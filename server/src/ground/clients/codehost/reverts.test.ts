import { describe, expect, test } from 'vitest'
import { type GithubStandIn, startGithub } from '../../../../test/github.ts'
import { startJsonHost } from '../../../../test/json-host.ts'
import { readConfig } from '../../config/config.ts'
import type { CodeHost, PullRequest } from './codehost.ts'
import { createCodeHost } from './create-codehost.ts'

const mergeSha = 'a'.repeat(40)
const pull: PullRequest = {
  id: '501',
  number: 12,
  repository: { id: '9', name: 'farm/gate', defaultBranch: 'main', ownerId: null },
  merged: true,
  mergedAt: Date.parse('2026-03-01T12:30:00Z'),
  mergeSha,
  baseBranch: 'main',
  author: { id: '5', login: 'alice' },
  authorIsBot: false,
  open: false,
  headSha: null,
  headBranch: null,
  mergedBy: null,
  title: 'Work',
  body: 'Closes #7',
}
const revert = `Revert "Work"\n\nThis reverts commit ${mergeSha}.`

function open(env: Record<string, string>): CodeHost {
  const { codehost } = readConfig(env)
  if (codehost === null) throw new Error('no code host is set')
  return createCodeHost(codehost)
}

/** Each host's path and shape of commits, and its most on a page. */
const hosts = {
  github: {
    path: '/api/v3/repos/farm/gate/commits',
    shape: (sha: string, message: string) => ({ sha, commit: { message } }),
    mostItems: 100,
  },
  gitea: {
    path: '/api/v1/repos/farm/gate/commits',
    shape: (sha: string, message: string) => ({ sha, commit: { message } }),
    mostItems: 50,
  },
  gitlab: {
    path: '/api/v4/projects/9/repository/commits',
    shape: (id: string, message: string) => ({ id, message }),
    mostItems: 100,
  },
}

async function startHost(kind: keyof typeof hosts, messages: readonly string[], further: object = {}) {
  const { path, shape, mostItems } = hosts[kind]
  const commits = messages.map((message, index) => shape(index.toString(16).padStart(40, '0'), message))
  const host = await startJsonHost({ [`GET ${path}`]: commits, ...further }, { mostItems })
  const client = open({ CODEHOST_KIND: kind, CODEHOST_URL: host.url, CODEHOST_TOKEN: 't' })
  return { host, client, shape }
}

/** So many commits, newest first, with the given message at its place: the first one is 1. */
function history(length: number, place: number, message: string): string[] {
  return Array.from({ length }, (_, index) => (index + 1 === place ? message : `Work ${index}`))
}

describe.each(['github', 'gitea', 'gitlab'] as const)('whether a merge was taken back, with %s', kind => {
  test.each([1, 50, 60, 250, 999])('is seen at commit %i since', async place => {
    const { client } = await startHost(kind, history(1_000, place, revert))
    expect(await client.isUndone(pull)).toBe(true)
  })

  test('is seen among commits that say a lot', async () => {
    const messages = history(60, 60, revert).map(message => `${message}\n\n${'x'.repeat(40_000)}`)
    const { client } = await startHost(kind, messages)
    expect(await client.isUndone(pull)).toBe(true)
  })

  test('is seen in a commit that takes several back', async () => {
    const first = `* Revert "Other"\n\nThis reverts commit ${'b'.repeat(40)}.`
    const { client } = await startHost(kind, history(10, 3, `Take it back (#14)\n\n${first}\n\n* ${revert}`))
    expect(await client.isUndone(pull)).toBe(true)
  })

  test('is denied where all commits were seen', async () => {
    for (const length of [0, 1, 50, 100, 250]) {
      const { client } = await startHost(kind, history(length, 0, ''))
      expect(await client.isUndone(pull), `${length}`).toBe(false)
    }
  })

  test('ends at the merge itself, for a host that lists what was before it, too', async () => {
    const { client, host, shape } = await startHost(kind, history(5_000, 0, ''))
    const [commits] = Object.values(host.answers) as [unknown[]]
    commits[70] = shape(mergeSha, 'Merge')
    expect(await client.isUndone(pull)).toBe(false)
    expect(host.asked.filter(path => path.includes('commits')).length).toBeLessThanOrEqual(2)
  })

  test('is not known where the end was not reached', async () => {
    const { client, host } = await startHost(kind, history(5_000, 4_000, revert))
    expect(await client.isUndone(pull)).toBeNull()
    expect(host.asked.filter(path => path.includes('commits'))).toHaveLength(20)
  })

  test('is not known where no commits are shown', async () => {
    const { client, host } = await startHost(kind, [])
    host.answers = {}
    expect(await client.isUndone(pull)).toBeNull()
  })
})

describe('a merge that left the default branch', () => {
  const comparison = `GET /api/v3/repos/farm/gate/compare/${mergeSha}...main`
  const behind = { [comparison]: { status: 'diverged' } }
  const ahead = { [comparison]: { status: 'ahead' } }

  test('is undone, also where not all commits were seen, or none', async () => {
    for (const length of [10, 5_000]) {
      const { client } = await startHost('github', history(length, 0, ''), behind)
      expect(await client.isUndone(pull)).toBe(true)
    }
    const { client, host } = await startHost('github', [], behind)
    host.answers = behind
    expect(await client.isUndone(pull)).toBe(true)
  })

  test('is another thing than one that was taken back in it', async () => {
    const { client } = await startHost('github', history(5_000, 0, ''), ahead)
    expect(await client.isUndone(pull)).toBeNull()
    const seen = await startHost('github', history(10, 0, ''), ahead)
    expect(await seen.client.isUndone(pull)).toBe(false)
  })
})

describe('with emulate, whose pages are GitHub’s', () => {
  test.each([60, 250])('a revert at commit %i since the merge is seen', async place => {
    const github = await startGithub()
    const client = open(github.env)
    const number = await github.merge('alice', 'Work')
    const merged = await client.readPullRequest('giver/gate', number)
    if (merged === null) throw new Error('the pull request is gone')
    await commit(github, ['Work', 'Work'])
    expect(await client.isUndone(merged)).toBe(false)
    const later = Array.from({ length: place - 1 }, (_, index) => `Work ${index}`)
    await commit(github, [`Revert "Work"\n\nThis reverts commit ${merged.mergeSha}.`, ...later])
    expect(await client.isUndone(merged)).toBe(true)
  })
})

/** Adds commits to the default branch, oldest first. */
async function commit(github: GithubStandIn, messages: readonly string[]): Promise<void> {
  const gate = { owner: 'giver', repo: 'gate' }
  const { git } = github.as('giver')
  const { data: main } = await git.getRef({ ...gate, ref: 'heads/main' })
  const { data: head } = await git.getCommit({ ...gate, commit_sha: main.object.sha })
  let { sha } = head
  for (const message of messages) {
    const { data } = await git.createCommit({ ...gate, message, tree: head.tree.sha, parents: [sha] })
    sha = data.sha
  }
  await git.updateRef({ ...gate, ref: 'heads/main', sha })
}
