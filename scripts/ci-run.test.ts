import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

/** Runs a copy of `.ci/run` until its first call of npm, which ends it. */
function runUntilNpm({ vectors }: { vectors: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, '../.ci'), join(folder, 'repository/.ci'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "npm, FAIL_ON_SKIPS=$FAIL_ON_SKIPS"\nexit 7\n')
  chmodSync(join(folder, 'bin/npm'), 0o755)
  // Commands that it would install.
  for (const name of ['psql', 'haproxy', 'promtool']) {
    writeFileSync(join(folder, 'bin', name), '#!/bin/sh\n')
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  if (vectors) mkdirSync(join(folder, 'shared/vectors/siwe'), { recursive: true })
  const { status, stdout, stderr } = spawnSync('bash', [join(folder, 'repository/.ci/run')], {
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('.ci/run', () => {
  test('fails with a sentence where the published vectors are missing', () => {
    const { status, stdout, stderr } = runUntilNpm({ vectors: false })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^The published vectors .* \.\.\/shared\/vectors\/siwe.*\.\n$/)
  })

  test('lets no test be skipped', () => {
    const { status, stdout } = runUntilNpm({ vectors: true })
    expect(status).toBe(7)
    expect(stdout).toContain('npm, FAIL_ON_SKIPS=1')
  })
})
