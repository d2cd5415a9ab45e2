import { systemClock } from '../../clock.ts'
import type { CodehostConfig } from '../../config/codehost.ts'
import type { CodeHost } from './codehost.ts'
import { createGitea } from './gitea.ts'
import { type AppSource, createGithub } from './github.ts'
import { createGitlab } from './gitlab.ts'

const noApps: AppSource = { clock: systemClock, readApps: async () => [] }

const kinds = { github: createGithub, gitea: createGitea, gitlab: createGitlab }

/** `source` has the apps that were connected; only GitHub has such. */
export function createCodeHost(config: CodehostConfig, source: AppSource = noApps): CodeHost {
  return kinds[config.kind](config, source)
}
