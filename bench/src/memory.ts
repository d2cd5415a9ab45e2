import { readFile } from 'node:fs/promises'
import type { Server } from './servers.ts'

export async function memoryOf({ child }: Server): Promise<string> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const megabytes = (name: string) => {
    const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(status) ?? []
    return Math.round(Number(kilobytes) / 1_024)
  }
  return `${megabytes('VmRSS')} MB (at most ${megabytes('VmHWM')})`
}
