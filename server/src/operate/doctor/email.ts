import { tryMailServer } from '../../ground/clients/mailer.ts'
import { type Check, fine, wrong } from './check.ts'

export const email: Check = {
  about: 'E-mail',
  async look({ config }) {
    const { smtp } = config.notifications
    if (smtp === null) return [fine('None is sent: SMTP_URL is not set.')]
    return tryMailServer(smtp).then(
      () => [
        fine(
          `The mail server of SMTP_URL takes mail from ${smtp.from.address}; links in it begin with ${config.publicUrl}.`,
        ),
      ],
      () => [
        wrong(
          'The mail server of SMTP_URL does not answer, offers no TLS, or does not know the user.',
          'See SMTP_URL: its host, its port, and the user and password in it; and whether this machine may reach it. A relay of your own without TLS needs SMTP_TLS=optional.',
        ),
      ],
    )
  },
}
