import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** How many histories of each version, of 300 actions each. `npm run fuzz -w contracts` plays 10,000: three million actions. */
const runs = process.env.FORGE_RUNS ?? '60'
const root = fileURLToPath(new URL('..', import.meta.url))
const forge = findForge()

test.skipIf(!forge)(
  `any history keeps every promise, in forge${forge ? '' : ' (skipped: there is no forge; install the optional dependencies)'}`,
  async () => {
    const { code, output } = await run(forge ?? '')
    expect(code, output).toBe(0)
    expect(output.split(`invariant_what_is_held_is_here() (runs: ${runs},`)).toHaveLength(3)
    expect(output).toContain(`invariant_no_unit_is_lost_and_none_is_owed_twice() (runs: ${runs},`)
    expect(output).toMatch(/HistoriesThirdTest[\s\S]*WordsThirdTest|WordsThirdTest[\s\S]*HistoriesThirdTest/)
  },
  120_000 + Number(runs) * 2_000,
)

async function run(path: string): Promise<{ code: number | null; output: string }> {
  // The compiler is a script, for the node that runs this.
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, FOUNDRY_INVARIANT_RUNS: runs }
  const child = spawn(path, ['test'], { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, output }
}

function findForge(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve('@foundry-rs/forge-linux-amd64/package.json')
    return join(dirname(manifest), 'bin', 'forge')
  } catch {
    return null
  }
}
