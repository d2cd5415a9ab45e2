import { ConfigError } from './config.ts'

type Place = { readonly host: string; readonly port: number }
/** The names of the settings that say where. */
type Settings = { readonly host: string; readonly port: string }

/** Has a server listen there. @throws ConfigError where another program does, or this one may not. */
export async function listenAt<T>(
  { host, port }: Place,
  settings: Settings,
  listen: () => Promise<T>,
): Promise<T> {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `${settings.port}: another program listens on port ${port} of ${host}. End it, or choose another port.`,
    EADDRNOTAVAIL: `${settings.host}: this machine does not have the address ${host}.`,
    ENOTFOUND: `${settings.host}: the name ${host} has no address.`,
    EACCES: `${settings.port}: this program may not listen on port ${port}. Choose one from 1024 on.`,
  }
  try {
    return await listen()
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason === undefined ? error : new ConfigError([reason])
  }
}
