import type { RefusalWords } from './words.ts'

const page = 'Diese Seite hat etwas gesendet, das der Dienst nicht versteht. Laden Sie die Seite neu.'
const more = 'Genauer, auf Englisch: {said}'

/** Refusals of the service in German. */
export const refusals: RefusalWords = {
  // general
  'bad-request': `Das geht so nicht. ${more}`,
  'invalid-request': `Eine der Angaben passt nicht. ${more}`,
  'malformed-request': page,
  'malformed-body': `Ein Text oder eine Zahl lässt sich so nicht speichern. ${more}`,
  'malformed-query': page,
  'invalid-cursor': 'Diese Liste hat sich geändert. Laden Sie die Seite neu.',
  unauthorized: `Dafür müssen Sie sich ausweisen. ${more}`,
  forbidden: `Das dürfen Sie nicht. ${more}`,
  'platform-only': 'Das darf nur die Wallet des Betreibers.',
  'not-found': 'Das gibt es nicht, oder es gehört Ihnen nicht.',
  'no-such-path': page,
  'method-not-allowed': page,
  'request-timeout':
    'Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es noch einmal, wenn die Verbindung besser ist.',
  'body-too-large': 'Das ist zu groß. Kürzen Sie es.',
  'url-too-long': 'Die Adresse ist zu lang.',
  'unsupported-media-type': page,
  'expectation-failed': page,
  'too-many-requests': 'Das waren zu viele Anfragen in kurzer Zeit. Warten Sie eine Minute.',
  'too-many-failures': 'Zu viele Versuche sind fehlgeschlagen. Warten Sie eine Minute.',
  'too-many-streams': 'Zu viele Seiten hören gleichzeitig mit. Schließen Sie eine.',
  'headers-too-large': page,
  'internal-error': 'Im Dienst ist etwas schiefgegangen. Versuchen Sie es später noch einmal.',
  unavailable:
    'Etwas, das dafür nötig ist, ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  busy: 'Der Dienst ist gerade überlastet. Versuchen Sie es gleich noch einmal.',
  'too-many-connections': 'Aus Ihrem Netz kommen zu viele Verbindungen. Versuchen Sie es gleich noch einmal.',
  'too-slow': 'Die Antwort kam nicht rechtzeitig. Versuchen Sie es gleich noch einmal.',
  stopping: 'Der Dienst startet gerade neu. Versuchen Sie es gleich noch einmal.',
  'not-ready': 'Der Dienst ist noch nicht bereit. Versuchen Sie es gleich noch einmal.',
  'database-unavailable': 'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'not-configured': `Der Betreiber hat das nicht eingerichtet. ${more}`,
  'chain-unavailable': 'Die Chain ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'codehost-unavailable': 'Der Code-Host antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  'codehost-busy': 'Der Code-Host nimmt gerade keine Anfragen mehr an. Versuchen Sie es später noch einmal.',
  'codehost-not-configured': `Hier ist kein Code-Host eingerichtet. ${more}`,
  'setup-state-invalid':
    'Diese Verbindung wurde nicht hier begonnen oder schon benutzt. Beginnen Sie sie neu.',
  'setup-state-expired': 'Die Verbindung wurde vor mehr als einer Stunde begonnen. Beginnen Sie sie neu.',
  'setup-code-refused': 'Der Code-Host hat die neue App nicht bestätigt. Beginnen Sie die Verbindung neu.',
  'no-room': 'Für weitere Dateien ist kein Platz. Der Betreiber muss Platz schaffen.',
  // access
  'token-missing': 'Melden Sie sich zuerst an.',
  'token-malformed': page,
  'token-invalid': 'Ihre Sitzung gilt nicht mehr. Melden Sie sich neu an.',
  'token-expired': 'Ihre Sitzung ist abgelaufen. Melden Sie sich neu an.',
  'session-ended': 'Ihre Sitzung wurde beendet. Melden Sie sich neu an.',
  'session-needed': 'Dafür müssen Sie sich mit der Wallet anmelden.',
  'key-invalid': 'Dieser API-Schlüssel ist nicht bekannt.',
  'key-ended': 'Dieser API-Schlüssel wurde beendet.',
  'key-expired': 'Dieser API-Schlüssel ist abgelaufen.',
  'nonce-mismatch': 'Die Anmeldung passt nicht zusammen. Versuchen Sie es noch einmal.',
  'address-mismatch': 'Die Wallet hat mit einem anderen Konto unterschrieben. Versuchen Sie es noch einmal.',
  'nonce-used': 'Diese Anmeldung wurde schon benutzt. Versuchen Sie es noch einmal.',
  'nonce-spent': 'Diese Anmeldung ist zu oft fehlgeschlagen. Beginnen Sie neu.',
  'domain-mismatch':
    'Die Nachricht wurde für eine andere Website unterschrieben. Unterschreiben Sie auf dieser.',
  'statement-mismatch':
    'Die unterschriebene Nachricht sagt nicht, was geschehen soll. Versuchen Sie es noch einmal.',
  'message-expired': 'Die Unterschrift kam zu spät. Versuchen Sie es noch einmal.',
  'message-too-early': 'Die Nachricht gilt noch nicht. Prüfen Sie die Uhr Ihres Geräts.',
  'signature-invalid':
    'Diese Unterschrift ist nicht von Ihrer Wallet für genau diesen Text. Unterschreiben Sie noch einmal.',
  'wrong-chain': `Diese Smart-Wallet meldet sich über eine andere Chain an. ${more}`,
  'message-malformed': page,
  'key-terms-invalid': `Die unterschriebene Nachricht nennt die Bedingungen des Schlüssels nicht richtig. ${more}`,
  'client-unknown': 'Das Programm, das um einen Schlüssel bittet, ist nicht bekannt.',
  'redirect-unknown': 'Das Programm hat die Adresse nicht angemeldet, zu der es zurückführen will.',
  'key-request-invalid': `Das Programm bittet auf eine Art um einen Schlüssel, die nicht gewährt werden kann. ${more}`,
  'too-many-keys':
    'Sie haben so viele API-Schlüssel, wie erlaubt sind. Widerrufen Sie einen, den Sie nicht brauchen.',
  'idempotency-key-invalid': page,
  'idempotency-key-in-use': 'Das wird gerade schon erledigt. Warten Sie einen Augenblick.',
  'idempotency-key-reused': page,
  'key-not-allowed': 'Das geht mit keinem API-Schlüssel. Melden Sie sich mit der Wallet an.',
  'scope-missing': `Diesem API-Schlüssel fehlt die Berechtigung dafür. ${more}`,
  'own-address-only': 'Das geht nur für Ihre eigene Adresse.',
  'wallet-frozen':
    'Moderatoren haben Ihre Wallet gesperrt. Führen Sie zu Ende, was läuft; auf die Entscheidung können Sie antworten.',
  'other-wallet-frozen': 'Moderatoren haben die Wallet gesperrt, um die es geht. Wählen Sie jemand anderen.',
  'moderators-only': 'Das dürfen nur der Betreiber und die Moderatoren.',
  'session-not-found': 'Diese Sitzung haben Sie nicht mehr.',
  'key-not-found': 'Diesen API-Schlüssel haben Sie nicht mehr.',
  'too-many-sessions':
    'Diese Smart-Wallet hat so viele Sitzungen, wie erlaubt sind. Beenden Sie eine, oder warten Sie, bis die älteste endet.',
  'quota-exceeded': `Mehr davon ist heute oder gleichzeitig nicht erlaubt. ${more}`,
  'service-quota-exceeded':
    'Dieser Dienst hat das heute so oft getan, wie er darf. Versuchen Sie es morgen noch einmal.',
  // quests
  'quest-not-found': 'Diese Quest gibt es nicht, oder Sie können sie nicht sehen.',
  'day-not-over': 'Der Tag ist noch nicht vorbei (UTC).',
  'quest-over': 'Die Quest ist abgeschlossen oder abgebrochen. Daran lässt sich nichts mehr ändern.',
  'quest-full': 'Alle Plätze der Quest sind vergeben. Vielleicht wird einer wieder frei.',
  'quest-closed': 'Die Quest nimmt niemanden mehr: Sie ist nicht offen, oder ihre Frist ist vorbei.',
  'not-backable': 'Zu dieser Belohnung kann niemand etwas beitragen.',
  'own-work': 'Sie haben selbst einen Platz in dieser Quest. Andere können zur Belohnung beitragen.',
  'backers-full': 'So viele, wie zur Belohnung beitragen dürfen, tun es schon: 40.',
  'backed-already':
    'Sie tragen schon einen anderen Betrag bei. Nehmen Sie ihn zurück, solange niemand einen Platz hat.',
  'not-a-backer': 'Sie tragen zu dieser Belohnung nichts bei.',
  'work-begun':
    'Jemand hat einen Platz in der Quest und arbeitet für die ganze Belohnung. Warten Sie, bis die Arbeit entschieden ist.',
  'objected-already': 'Sie haben Ihren Teil für diese Arbeit schon beanstandet.',
  'quest-backed': 'Andere tragen zur Belohnung bei; Token und Plätze bleiben darum, wie sie sind.',
  'follows-another': 'Diese Quest trägt zu einer anderen bei und folgt dem, was dort entschieden wird.',
  'is-contest': 'Die Quest ist ein Wettbewerb und hat keine Plätze.',
  'no-contest': 'Die Quest ist kein Wettbewerb. Nehmen Sie einen Platz in ihr.',
  'contest-invalid': `Die Angaben zum Wettbewerb passen nicht zusammen. ${more}`,
  'contest-on-chain':
    'Hier liegt das Geld neuer Quests in einem Vertrag, der für jeden Platz gleich viel zahlt. Wettbewerbe gehen so nicht.',
  'contest-stage': 'Der Wettbewerb ist nicht in der Phase dafür.',
  'contest-full': 'Der Wettbewerb hat so viele Beiträge, wie er nimmt.',
  'entries-closed':
    'Der Wettbewerb nimmt keine Beiträge mehr, und keiner lässt sich mehr ändern. Warten Sie auf das Ergebnis.',
  'entry-not-found': 'Sie haben keinen Beitrag in diesem Wettbewerb.',
  'entered-already': 'Ihr Konto beim Code-Host hat hier schon einen Beitrag, mit einer anderen Wallet.',
  'no-entry': 'Von dieser Wallet gibt es hier keinen Beitrag.',
  'members-rank': 'Über die Rangfolge stimmen hier die Mitglieder der Community ab.',
  'no-voters':
    'Die Community hat keine Mitglieder, die abstimmen könnten. Entscheiden Sie die Rangfolge selbst.',
  'ballot-invalid': 'Die Stimme nennt einen Beitrag zweimal oder mehr Beiträge, als es Preise gibt.',
  'ranking-not-whole': 'Noch nicht jeder Preis ist vergeben oder zurückgegeben, oder ein Beitrag hat zwei.',
  'ranking-over': 'Die Zeit, darüber zu entscheiden oder es anzufechten, ist vorbei.',
  'part-before-unpaid': 'Diese Quest ist Teil eines Plans, und der Teil davor ist noch nicht bezahlt.',
  'part-kept': 'Wer den Teil davor gemacht hat, hat 72 Stunden lang Vorrang. Kommen Sie danach wieder.',
  'plan-has-next': 'Auf diesen Teil folgt schon ein anderer. Wählen Sie den letzten Teil des Plans.',
  'plan-full': 'Ein Plan hat höchstens zehn Teile.',
  'quest-paused': 'Der Auftraggeber nimmt gerade niemanden. Kommen Sie später wieder.',
  'quest-hidden': 'Ein Moderator hat diese Quest verborgen; sie nimmt niemanden mehr.',
  'quest-unfunded':
    'Der Auftraggeber hat noch nicht in den Vertrag eingezahlt. Warten Sie auf die Einzahlung.',
  'quest-changed':
    'Die Quest hat sich geändert, seit Sie sie gelesen haben. Sehen Sie sie an, und entscheiden Sie neu.',
  'own-quest': 'In der eigenen Quest kann man keinen Platz nehmen.',
  'giver-only': 'Das darf nur, wer die Quest aufgegeben hat.',
  'arbiter-only':
    'Diesen Streitfall entscheidet nur der Schiedsrichter. Legen Sie Belege vor, und warten Sie.',
  'not-a-party': 'Das dürfen nur der Auftraggeber und der Farmer dieser Arbeit.',
  'accepted-already': 'Sie haben schon einen Platz in dieser Quest.',
  'applied-already': 'Ihre Bewerbung wartet schon auf eine Antwort.',
  'application-declined': 'Der Auftraggeber hat Ihre Bewerbung abgelehnt. Suchen Sie eine andere Quest.',
  'answer-needed':
    'Der Auftraggeber fragt etwas, das eine Antwort braucht. Beantworten Sie es in Ihrer Bewerbung.',
  'question-unknown': 'Die Fragen der Quest haben sich geändert. Lesen Sie sie neu.',
  'questions-need-choice': 'Fragen gehen nur, wenn Sie unter Bewerbungen auswählen.',
  'applications-full':
    'So viele Bewerbungen, wie warten dürfen, warten schon. Versuchen Sie es später noch einmal.',
  'applied-too-often':
    'Sie haben sich heute so oft beworben, wie erlaubt ist. Versuchen Sie es morgen noch einmal.',
  'withdrew-too-often':
    'Sie haben heute so viele Plätze zurückgegeben, wie erlaubt ist. Versuchen Sie es morgen noch einmal.',
  'holds-too-many':
    'So viele Plätze ohne Arbeit, wie erlaubt sind, sind schon vergeben. Erst muss Arbeit eingereicht oder ein Platz zurückgegeben werden.',
  'places-used-up':
    'Mehr Plätze erlaubt die bisher fertige Arbeit nicht. Stellen Sie Arbeit fertig, weisen Sie Ihr Konto beim Code-Host nach, oder geben Sie einen Platz zurück.',
  'place-freed': 'Der Auftraggeber hat Ihren Platz freigegeben und gibt Ihnen keinen anderen.',
  'had-part-before': 'Diese Wallet hatte schon einen Teil dieser Quest, bevor ihr Konto gelöscht wurde.',
  'blocked-by-giver': 'Der Auftraggeber nimmt von Ihnen keine Arbeit und keine Kommentare an.',
  'account-needed':
    'Diese Quest ist für Farmer mit nachgewiesenem Konto beim Code-Host. Verknüpfen Sie Ihres in Ihrem Profil.',
  'experience-needed': 'Diese Quest ist für Farmer, die mehr Quests abgeschlossen haben.',
  'account-age-unknown':
    'Die Quest ist für Konten ab einem gewissen Alter, und das Ihres Kontos ist nicht bekannt. Weisen Sie es in Ihrem Profil noch einmal nach.',
  'account-too-new': 'Die Quest ist für ältere Konten beim Code-Host als Ihres.',
  'holds-too-many-here':
    'Mehr Plätze dieses Auftraggebers dürfen Sie nicht haben. Beenden Sie einen, oder geben Sie ihn zurück.',
  'agents-refused': 'Diese Quest ist nicht für Agenten.',
  'agents-only': 'Diese Quest ist nur für Agenten.',
  denounced: 'Der Auftraggeber nimmt von Ihrem Konto beim Code-Host keine Arbeit an.',
  'not-vouched':
    'Die Quest ist für Konten, für die der Auftraggeber oder das Repository bürgt. Bitten Sie die Maintainer darum.',
  'trust-list-unread':
    'Der Code-Host hat noch nicht gesagt, für wen das Repository bürgt. Versuchen Sie es in einer Minute noch einmal.',
  'trust-list-outdated': 'Die Liste wurde inzwischen anderswo gespeichert. Laden Sie sie neu.',
  'trust-list-too-long': 'Die Liste hat höchstens 2.000 Zeilen und 64 KiB. Kürzen Sie sie.',
  'kept-for-newcomers': 'Die übrigen Plätze sind für Farmer, die noch nichts abgeschlossen haben.',
  'has-place': 'Dieser Farmer hat schon einen Platz in der Quest.',
  'no-place': 'Diese Wallet hat keinen Platz in der Quest.',
  'no-application': 'Keine Bewerbung dieses Farmers wartet auf eine Antwort.',
  'not-withdrawable': 'Ein Platz, in dem Arbeit ist, lässt sich nicht zurückgeben.',
  'place-has-work': 'In diesem Platz ist schon Arbeit. Prüfen Sie sie.',
  'place-not-idle': `Freigeben können Sie den Platz erst, wenn eine Weile nichts gekommen ist. ${more}`,
  'place-returned':
    'Die Arbeit wurde zum Fertigstellen zurückgegeben; der Platz gehört ihrem Farmer, bis er ihn aufgibt.',
  'nothing-to-keep': 'Niemand kann diesen Platz freigeben; Sie müssen nichts sagen.',
  'kept-already': 'Sie haben schon einmal gesagt, dass Sie noch daran sind. Reichen Sie ein, was Sie haben.',
  'extensions-used-up': 'Der Platz wurde so oft verlängert, wie erlaubt ist.',
  'extension-too-early': 'Das neue Ende liegt nicht nach dem jetzigen. Wählen Sie eine spätere Zeit.',
  'extension-too-late': `So weit lässt sich der Platz auf einmal nicht verlängern. ${more}`,
  'nothing-to-submit': 'Ihre Arbeit lässt sich in diesem Stand nicht einreichen.',
  'nothing-shown': 'Geben Sie einen Link an, eine Notiz oder beides.',
  'link-invalid': 'Diesen Link würde kein Browser öffnen. Beginnen Sie ihn mit https:// oder http://.',
  'not-in-review': 'Diese Arbeit ist gerade nicht in Prüfung.',
  'review-over': 'Die Prüffrist ist vorbei; die Entscheidung steht.',
  'decided-already': 'Über diese Arbeit ist schon entschieden.',
  'approved-already':
    'Diese Arbeit ist schon angenommen; die Unterschrift ist auf dem Weg zum Vertrag. Warten Sie auf die Zahlung.',
  'approval-time': 'Die Unterschrift gilt zu kurz oder zu lange. Unterschreiben Sie für einen Tag.',
  'approval-refused': `Der Vertrag nähme diese Unterschrift nicht an. ${more}`,
  'gas-spent':
    'Der Dienst hat für Ihre Quests heute genug Gas bezahlt. Nehmen Sie die Arbeit mit einer eigenen Transaktion an, oder morgen.',
  'no-contract-to-sign-for':
    'Das Geld liegt in keinem Vertrag; es gibt nichts zu unterschreiben. Nehmen Sie die Arbeit ohne Unterschrift an.',
  'merge-not-returnable':
    'Ein Pull Request, der gemergt ist, lässt sich nicht zurückgeben. Nehmen Sie die Arbeit an, oder beanstanden Sie sie.',
  'not-returnable':
    'Der Vertrag gibt vorgeschlagene Arbeit nicht zurück. Nehmen Sie sie mit der Wallet an, oder beanstanden Sie sie.',
  'returns-used-up':
    'Diese Arbeit wurde so oft zurückgegeben, wie erlaubt ist. Nehmen Sie sie an, oder beanstanden Sie sie.',
  'not-splittable': 'Der Vertrag bezahlt einen Platz ganz oder gar nicht. Entscheiden Sie für eine Seite.',
  'share-not-a-part': 'Ein Teil ist mehr als nichts und weniger als das Ganze.',
  'proposals-used-up': 'Für diese Arbeit wurde so oft ein Teil vorgeschlagen, wie erlaubt ist.',
  'nothing-proposed': 'Für diese Arbeit ist kein Teil vorgeschlagen, oder inzwischen ein anderer.',
  'own-proposal': 'Dem eigenen Vorschlag kann man nicht zustimmen. Warten Sie auf die andere Seite.',
  'shares-invalid':
    'Die Anteile ergeben nicht das Ganze, oder einer ist leer, doppelt oder von jemandem, der keinen haben darf.',
  'not-shareable': 'Der Vertrag bezahlt für jeden Platz eine Wallet; dieser lässt sich nicht teilen.',
  'shares-frozen': 'Die Arbeit ist eingereicht; ihre Anteile ändern sich nicht mehr.',
  'shares-used-up': 'Dieser Platz wurde so oft geteilt, wie erlaubt ist.',
  'shares-not-agreed': 'Noch nicht alle im Team haben ihrem Anteil zugestimmt.',
  'not-a-member': 'Die Belohnung dieses Platzes ist nicht mit Ihnen geteilt.',
  'member-has-place':
    'Wer zu einem Team gehört, hat in derselben Quest keinen anderen Platz. Geben Sie den anderen Platz oder Anteil zuerst zurück.',
  'not-disputed': 'Diese Arbeit ist nicht strittig.',
  'answered-already': 'Sie haben in diesem Streitfall schon geantwortet. Fügen Sie den Rest als Beleg hinzu.',
  'evidence-full': 'Sie haben so viele Belege vorgelegt, wie erlaubt ist. Warten Sie auf die Entscheidung.',
  'dispute-not-found': 'Diesen Streitfall haben Sie nicht.',
  'work-in-review':
    'In dieser Quest wird Arbeit geprüft; sie lässt sich nicht abbrechen. Nehmen Sie die Arbeit an, oder beanstanden Sie sie.',
  'work-returned':
    'In dieser Quest ist Arbeit zum Fertigstellen zurückgegeben; sie lässt sich noch nicht abbrechen.',
  'reviewed-already': 'Sie haben diese Arbeit schon bewertet.',
  'status-not-settable': page,
  'action-unknown': page,
  'revisions-used-up': 'Die Quest wurde so oft geändert, wie erlaubt ist. Geben Sie eine neue auf.',
  'deadline-past': 'Diese Frist ist schon vorbei. Wählen Sie eine spätere.',
  'terms-worsened': `Farmer verlassen sich auf die Quest; ihre Bedingungen dürfen für sie nicht schlechter werden. ${more}`,
  'reward-mismatch': 'Der Text der Belohnung passt nicht zu Betrag und Token.',
  'amount-not-exact': 'Der Betrag hat mehr Stellen, als sich genau aufbewahren lassen. Kürzen Sie ihn.',
  'amount-too-small': `Der Betrag ist zu klein. Versprechen Sie mehr. ${more}`,
  'deposit-not-taken': `Der Besitzer des Vertrags nimmt in diesem Token keine Einzahlung, oder keine so große. ${more}`,
  'funds-fixed':
    'Belohnung und Plätze sind in den Vertrag eingezahlt, der sie nicht ändern kann. Brechen Sie die Quest ab, und geben Sie eine neue auf, oder lassen Sie beides.',
  'funds-unserved':
    'Das Geld liegt in einem Vertrag, den dieser Dienst nicht mehr bedient. Holen Sie es mit der Ausstiegsseite heraus.',
  'escrow-stopped': `Der Vertrag kann gerade keine Arbeit annehmen. ${more}`,
  'places-reclaimed':
    'Der Auftraggeber nimmt die freien Plätze aus dem Vertrag zurück. Niemand kann mehr dazukommen.',
  'on-chain-only': `Das Geld liegt auf der Chain; das kann nur eine Wallet, beim Vertrag selbst. ${more}`,
  'paid-on-chain': 'Diese Quest bezahlt der Vertrag und zeigt es selbst.',
  'nothing-to-fund': 'Für diese Quest ist nichts einzuzahlen.',
  'no-deposit': 'Auf der Chain gibt es noch keine Einzahlung für diese Quest.',
  'deposit-wrong': `Die Einzahlung passt nicht zur Quest; Sie können sie aus dem Vertrag zurückholen. ${more}`,
  'chain-unknown': `Auf dieser Chain kennt der Dienst den Token nicht. ${more}`,
  'token-unknown': `Diesen Token nimmt der Vertrag nicht. ${more}`,
  'token-unsearchable':
    'Die Adresse dieses Tokens kennt der Dienst auf keiner Chain; Zahlungen lassen sich nicht nachsehen. Der Farmer sagt, was angekommen ist.',
  'wallet-not-payable':
    'Diese Wallet ist ein Vertrag auf einer anderen Chain und wäre hier nicht zu bezahlen. Nehmen Sie eine, die es auf der Chain der Quest gibt.',
  'work-not-released': 'Diese Arbeit ist noch nicht freigegeben.',
  'nothing-to-pay': 'Für diesen Farmer ist nichts freigegeben; es ist nichts zu zahlen.',
  'payment-shown': 'Diese Arbeit ist schon als bezahlt gezeigt.',
  'no-payment': 'Der Auftraggeber hat noch keine Zahlung gezeigt. Warten Sie darauf.',
  'payment-not-final':
    'Die Zahlung ist auf der Chain noch nicht endgültig. Versuchen Sie es gleich noch einmal.',
  'payment-confirmed': 'Sie haben diese Zahlung schon bestätigt.',
  'payment-said': 'Sie haben schon gesagt, dass Sie gezahlt haben. Warten Sie auf die Antwort des Farmers.',
  'payment-judged': 'Der Betreiber hat entschieden, dass die Zahlung angekommen ist.',
  'payee-only': 'Eine Zahlung kann nur bestätigen, wer sie bekommen hat.',
  'thanks-not-found': 'Diesen Dank gibt es nicht mehr.',
  'thanks-over': 'Dieser Dank ist schon bezahlt, oder das Versprechen ist verfallen.',
  'thanks-differs':
    'Sie danken dafür schon mit einem anderen Betrag oder Token. Zahlen Sie ihn, oder nehmen Sie ihn zurück.',
  'thanks-to-oneself': 'Das ist Ihre eigene Arbeit. Danken Sie jemand anderem.',
  'thanks-blocked': 'Eine der beiden Seiten hat die andere blockiert.',
  'author-unlinked':
    'Niemand hier hat das Konto verknüpft, von dem der Pull Request ist; es gibt keine Wallet, die man bezahlen könnte.',
  'merge-of-quest': 'Dieser Pull Request ist die Arbeit einer Quest. Geben Sie dort ein Trinkgeld.',
  'tip-of-thanks': 'Das ist selbst ein Dank. Danken Sie für andere Arbeit.',
  'transaction-unknown': 'Die Chain kennt diese Transaktion nicht. Zeigen Sie sie, wenn sie gesendet ist.',
  'not-a-payment': `Diese Transaktion bezahlt diese Arbeit nicht. ${more}`,
  'transaction-shared-out':
    'Diese Transaktion ist schon für so viele Arbeiten gezeigt, wie erlaubt ist. Zeigen Sie eine andere.',
  'blocked-by-recipient': 'Diese Person nimmt keine Briefe von Ihnen an.',
  'invitation-not-found': 'Zu dieser Quest sind Sie nicht eingeladen.',
  'invited-already': 'Dieser Farmer ist zu der Quest schon eingeladen.',
  'draft-not-found': 'Diesen Entwurf haben Sie nicht mehr.',
  'draft-outdated': 'Der Entwurf wurde inzwischen anderswo gespeichert. Laden Sie ihn neu.',
  'issue-not-found': 'Dieses Issue gibt es nicht, oder nicht alle dürfen es lesen.',
  'codehost-link-invalid':
    'Das ist kein Repository oder Issue des Code-Hosts hier. Geben Sie Inhaber/Name, eine Nummer oder die Adresse an.',
  'codehost-quota':
    'Der Code-Host lässt sich gerade nicht öfter fragen. Versuchen Sie es später noch einmal.',
  'comment-not-found': 'Diesen Kommentar gibt es nicht mehr.',
  'comment-deleted': 'Der Kommentar ist gelöscht. Schreiben Sie einen neuen.',
  'comments-closed':
    'Der Auftraggeber nimmt zu dieser Quest keine Kommentare mehr. Schreiben Sie einen Brief.',
  'author-only': 'Das darf nur, wer es geschrieben hat.',
  'edit-over': 'Ein Kommentar lässt sich nur wenige Minuten lang ändern. Schreiben Sie einen neuen.',
  'pins-used-up': 'So viele Kommentare, wie erlaubt ist, sind angeheftet. Lösen Sie zuerst einen.',
  'hidden-by-moderator':
    'Ein Moderator hat das verborgen. Wer es geschrieben hat, kann auf die Entscheidung antworten.',
  'no-linked-quest': 'Mit diesem Repository ist keine offene Quest verknüpft.',
  'pull-request-not-found':
    'Diesen Pull Request zeigt der Code-Host dem Dienst nicht. Prüfen Sie die Nummer; vielleicht ist das Repository privat.',
  'not-merged': 'Der Pull Request ist nicht gemergt.',
  'other-branch': 'Der Pull Request wurde in einen anderen Branch als den Standard-Branch gemergt.',
  'merged-too-early':
    'Der Pull Request wurde gemergt, bevor der Platz genommen war. Nur Arbeit danach zählt.',
  'issue-not-closed':
    'Der Pull Request schließt kein Issue einer offenen Quest. Seine Beschreibung muss das vor dem Merge sagen.',
  'proved-already': 'Die Arbeit ist schon nachgewiesen.',
  'author-gone':
    'Der Pull Request hat niemanden mehr, der bezahlt werden könnte. Der Auftraggeber kann die Arbeit annehmen.',
  'author-is-giver': 'Der Pull Request ist vom Auftraggeber selbst, der dafür nicht bezahlt werden kann.',
  'author-without-place':
    'Von wem der Pull Request ist, der hat keinen Platz in der Quest. Den Platz nimmt man vor dem Merge.',
  'other-repository': '{said}',
  'job-token-invalid': '{said}',
  'webhook-unsigned': '{said}',
  'codehost-token-refused': 'Der Code-Host nimmt Ihre Anmeldung dort nicht an. Verbinden Sie sich neu.',
  // people
  'profile-not-found': 'Von dieser Adresse gibt es noch kein Profil. Es entsteht mit der ersten Anmeldung.',
  'name-taken': 'Dieser Name gehört jemand anderem. Wählen Sie einen anderen.',
  'account-taken':
    'Dieses Konto beim Code-Host ist mit einer anderen Adresse verknüpft. Lösen Sie es dort zuerst.',
  'passkeys-off': 'Hier gibt es keine Konten mit Passkey. Melden Sie sich mit einer Wallet an.',
  'passkey-elsewhere': 'Dieser Passkey gehört zu einem anderen Konto. Melden Sie sich zuerst mit ihm an.',
  'passkey-taken': 'Dieser Passkey gehört schon zu einem anderen Konto. Legen Sie einen neuen an.',
  'passkey-not-found':
    'Kein Konto hier hat diesen Passkey. Melden Sie sich auf dem Gerät an, das ihn angelegt hat.',
  'gas-not-paid': 'Auf dieser Chain bezahlt niemand das Gas. Zahlen Sie es mit Ihrer Wallet.',
  'gas-for-known':
    'Das Gas wird nur für Leute bezahlt, die hier bekannt sind. Weisen Sie Ihr Konto beim Code-Host nach, oder schließen Sie eine Quest ab.',
  'access-token-refused':
    'Der Code-Host hat die Verbindung nicht angenommen. Beginnen Sie die Verknüpfung neu.',
  'codehost-code-refused':
    'Der Code-Host hat die Verbindung nicht bestätigt. Beginnen Sie die Verknüpfung neu.',
  'ens-name-invalid': 'Das ist kein ENS-Name. Schreiben Sie ihn wie name.eth.',
  'ens-name-elsewhere': 'Der Name führt nicht zu Ihrer Adresse. Tragen Sie sie bei ENS zuerst ein.',
  'name-not-found': 'Niemand hat diesen Namen, oder die Adresse hat keinen.',
  'message-not-found': 'Diesen Brief haben Sie nicht mehr.',
  'block-not-found': 'Sie blockieren diese Person nicht.',
  'person-left': 'Diese Person hat ihr Konto gelöscht und liest hier nichts mehr.',
  'file-not-found': 'Diese Datei gibt es nicht, oder Sie können sie nicht sehen.',
  'file-empty': 'Die Datei ist leer.',
  'file-harmful': 'Die Prüfung hält die Datei für schädlich. Nehmen Sie eine andere.',
  'file-in-use': 'Die Datei ist Beleg in einem Streitfall. Löschen können Sie sie, wenn er entschieden ist.',
  'file-too-large': 'Die Datei ist zu groß.',
  'file-type-unknown':
    'Solche Dateien werden hier nicht aufbewahrt. Nehmen Sie PNG, JPEG, WebP, GIF, PDF oder reinen Text.',
  'form-needed': page,
  'image-unreadable':
    'Das Bild ist beschädigt oder zu aufwendig. Speichern Sie es neu, oder verkleinern Sie es.',
  'image-too-large': 'Das Bild hat zu viele Pixel. Verkleinern Sie es.',
  'picture-not-found': 'Hier gibt es kein Bild.',
  'channel-not-found': 'Diesen Kanal haben Sie nicht mehr.',
  'has-channel': 'Diesen Kanal haben Sie schon.',
  'channel-unconfirmed':
    'Die Adresse dieses Kanals ist noch nicht bestätigt. Folgen Sie dem Link, der dorthin ging.',
  'channel-off': 'Der Kanal ist aus. Schalten Sie ihn zuerst ein.',
  'channel-invalid': `Dem Kanal fehlt etwas, oder etwas ist falsch. ${more}`,
  'follow-not-found': 'Diesem Filter folgen Sie nicht mehr.',
  'follow-not-open': 'Gefolgt wird offenen Quests. Ändern Sie den Stand im Filter.',
  'mail-link-invalid': 'Der Link ist nicht ganz. Kopieren Sie ihn vollständig aus der E-Mail.',
  'mail-link-expired': 'Der Link gilt nicht mehr. Lassen Sie sich einen neuen schicken.',
  'credentials-off': 'Dieser Dienst stellt solche Nachweise nicht aus.',
  'credential-not-found': 'Diesen Nachweis gibt es nicht. Vergleichen Sie den Link.',
  'payment-not-proved': 'Keine Chain zeigt, dass diese Arbeit bezahlt wurde.',
  'merge-not-proved':
    'Kein gemergter Pull Request weist diese Arbeit nach, oder niemand außer dem Farmer hatte damit zu tun.',
  // community
  'members-only': 'Das dürfen nur Mitglieder der Community.',
  'points-needed': 'Für einen Vorschlag brauchen Sie in dieser Saison mehr Punkte. Schließen Sie Quests ab.',
  'genesis-creator-only': 'Das darf nur, wer die Community gegründet hat.',
  'proposal-not-found': 'Diesen Vorschlag gibt es nicht.',
  'proposals-full':
    'Über so viele Vorschläge von Nichtmitgliedern, wie erlaubt ist, wird schon abgestimmt. Versuchen Sie es später, oder ohne Abstimmung.',
  'vote-terms-invalid': `Die Angaben zur Abstimmung passen nicht. ${more}`,
  'not-voted-on': 'Über diesen Vorschlag wird nicht abgestimmt.',
  'choice-unknown': 'Diese Wahl gibt es bei dem Vorschlag nicht.',
  'vote-not-begun': 'Die Abstimmung hat noch nicht begonnen.',
  'vote-over': 'Die Abstimmung ist vorbei. Sehen Sie sich das Ergebnis an.',
  'votes-secret': 'Die Stimmen werden gezeigt, wenn die Abstimmung vorbei ist.',
  'signed-since': 'Sie haben inzwischen etwas anderes unterschrieben. Unterschreiben Sie noch einmal.',
  'delegation-not-found': 'Sie haben Ihre Stimme in dieser Saison niemandem übertragen.',
  'members-decide': 'Darüber entscheiden die Mitglieder mit ihren Stimmen.',
  'treasury-unknown': 'Die Community hat keine Kasse auf einer Chain genannt.',
  'work-not-owed': 'Für eine dieser Arbeiten ist nichts zu zahlen.',
  'proposal-pays-nothing': 'Dieser Vorschlag bezahlt keine Arbeit.',
  'proposal-not-passed':
    'Die Mitglieder haben den Vorschlag nicht angenommen, er wurde abgelehnt, oder die Frist für einen Einspruch läuft noch.',
  'paid-twice':
    'Die Kasse hat eine Arbeit bezahlt, die schon anders bezahlt war. Sprechen Sie mit beiden Seiten: Eine Zahlung lässt sich nicht zurücknehmen.',
  'nothing-to-veto': 'Von diesem Vorschlag wartet nichts darauf, ausgeführt zu werden.',
  'thing-not-found': 'Das gibt es nicht mehr.',
  'own-thing': 'Das gehört Ihnen selbst. Ändern oder löschen Sie es.',
  'disclose-needed': 'Wer das meldet, zeigt es den Moderatoren. Stimmen Sie dem zu.',
  'no-report': 'Keine Meldung davon wartet auf Ihre Entscheidung.',
  'nothing-to-change': 'Es ist schon so, wie die Entscheidung es machen würde.',
  'not-for-you':
    'Darüber dürfen Sie nicht entscheiden: Es ist Ihr eigenes, oder es geht um jemanden mit Ihrem Amt.',
  'too-many-moderators': 'Es gibt so viele Moderatoren, wie erlaubt sind. Entfernen Sie zuerst einen.',
  'decision-answered': 'Auf diese Entscheidung haben Sie schon geantwortet. Warten Sie auf die Moderatoren.',
  'work-running': `Sie können nicht gehen, solange Arbeit oder Geld von Ihnen unterwegs ist. ${more}`,
}
