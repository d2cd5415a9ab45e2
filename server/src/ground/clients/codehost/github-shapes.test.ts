import type { components } from '@octokit/openapi-types'
import { expect, test } from 'vitest'
import { PullAnswer, readAs, toPullRequest } from './pulls.ts'

type Shapes = components['schemas']

/** Fields as GitHub's own OpenAPI document types them: the compiler holds them to it. */
const repo = { id: 1_296_269, full_name: 'octocat/Hello-World', default_branch: 'main' } satisfies Partial<
  Shapes['full-repository']
>
const user = { id: 1, login: 'octocat' } satisfies Partial<Shapes['simple-user']>
const pull = {
  id: 1,
  number: 1347,
  merged: true,
  merged_at: '2011-01-26T19:01:12Z',
  merge_commit_sha: 'e5bd3914e2e596debea16f433f57875b5b90bcd6',
  title: 'Amazing new feature',
  body: null,
} satisfies Partial<Shapes['pull-request']>

test("a pull request in GitHub's own shape is read", () => {
  const answer = readAs(PullAnswer, { ...pull, user, merged_by: null, base: { ref: 'main', repo } })
  const repository = { id: '1296269', name: 'octocat/Hello-World', defaultBranch: 'main', ownerId: null }
  expect(toPullRequest(answer, repository)).toMatchObject({
    merged: true,
    mergedAt: Date.parse('2011-01-26T19:01:12Z'),
    author: { id: '1', login: 'octocat' },
    body: '',
  })
})

test.each([{}, null, 'text', [], { ...pull, base: {} }, { ...pull, merged: 'true', base: { ref: 'main' } }])(
  'anything else is not understood: %j',
  answer => expect(() => readAs(PullAnswer, answer)).toThrow(/not understood/),
)
