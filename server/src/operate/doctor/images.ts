import { findFence } from '../../ground/clients/fence.ts'
import { type Check, fine, warning } from './check.ts'

export const images: Check = {
  about: 'Images',
  async look() {
    const { kind } = await findFence()
    if (kind === 'namespaces')
      return [fine('Programs that read images of strangers have no network, and see no files but their own.')]
    const says =
      kind === 'user'
        ? 'Programs that read images of strangers run as nobody, with the network and all that everybody may read.'
        : "Programs that read images of strangers run as the service's own user: a flaw of the library could read its files."
    return [warning(says, 'Install bubblewrap (bwrap), and let the user of the service make namespaces.')]
  },
}
