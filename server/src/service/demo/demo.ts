import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { day, systemClock } from '../../ground/clock.ts'
import { type Config, readConfig } from '../../ground/config/config.ts'
import type { Env } from '../../ground/config/reader.ts'
import { RefusedError } from '../../ground/errors.ts'
import { createLog } from '../../ground/log.ts'
import { createService } from '../start.ts'
import { startInThePast } from './past-clock.ts'
import { people, personNamed } from './people.ts'
import { setStage } from './stage.ts'
import { playVillage, storyDays } from './village.ts'

const mark = 'demo.json'
/** All that a demo takes of the settings: nothing that would reach a mailbox, a code host, a chain or other data. */
const taken = ['HOST', 'PORT', 'LOG_LEVEL'] as const

/**
 * The settings of a village of made-up people, in a folder of its own (`DEMO_DIR`). The first start plays its past through the
 * service's own routes; a later one finds it. @throws RefusedError where the folder holds something else.
 */
export async function openDemo(env: Env): Promise<Config> {
  const folder = resolve(env.DEMO_DIR?.trim() || './demo-data')
  if (!existsSync(join(folder, mark))) await play(folder)
  const { began } = JSON.parse(await readFile(join(folder, mark), 'utf8')) as { began: number }
  return configOf(env, folder, began)
}

function configOf(env: Env, folder: string, began: number): Config {
  const config = readConfig({
    ...Object.fromEntries(taken.map(name => [name, env[name]])),
    DATA_DIR: folder,
    PICTURES: 'off',
    COMMUNITY_NAME: 'Demo village',
    COMMUNITY_TEXT: 'A village that pays for work: look around, and try everything.',
    PLATFORM_WALLET: personNamed('Rosa').address,
    GENESIS_CREATOR: personNamed('Rosa').address,
    // Half of a season of 90 days has passed when the story ends.
    SEASON_START: new Date(began).toISOString().slice(0, 10),
  })
  return { ...config, demo: people }
}

/** In a folder beside it, which takes its place once the story is whole: a start that is killed leaves no half of one. */
async function play(folder: string): Promise<void> {
  const isEmpty = !existsSync(folder) || (await readdir(folder)).length === 0
  if (!isEmpty)
    throw new RefusedError(
      `${folder} holds something that is no demo: name an empty folder in DEMO_DIR, or none.`,
    )
  const began = systemClock.now() - storyDays * day
  const stageFolder = await mkdtemp(join(dirname(folder), '.furrow-demo-'))
  try {
    await playIn(configOf({}, stageFolder, began), began)
    await writeFile(join(stageFolder, mark), JSON.stringify({ began }))
    if (existsSync(folder)) await rmdir(folder)
    await rename(stageFolder, folder)
  } catch (error) {
    await rm(stageFolder, { recursive: true, force: true })
    throw error
  }
}

async function playIn(config: Config, began: number): Promise<void> {
  const clock = startInThePast(began)
  // All of them act from one address, in a few seconds.
  const unhurried = { ...config, rateLimit: 0, signIns: 0, overloadMs: 0, port: 0 }
  const service = await createService(unhurried, createLog('error'), clock)
  try {
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    await playVillage(setStage(service.context, clock, `${origin}${config.basePath}`))
    const left = systemClock.now() - clock.now()
    if (left < 0) throw new Error('the story takes more days than storyDays')
    clock.pass(left)
  } finally {
    await service[Symbol.asyncDispose]()
  }
}
