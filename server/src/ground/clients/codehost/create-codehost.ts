import type { CodehostConfig } from '../../config/codehost.ts'
import type { CodeHost } from './codehost.ts'
import { createGitea } from './gitea.ts'
import { createGithub } from './github.ts'
import { createGitlab } from './gitlab.ts'

const kinds = { github: createGithub, gitea: createGitea, gitlab: createGitlab }

export function createCodeHost(config: CodehostConfig): CodeHost {
  return kinds[config.kind](config)
}
