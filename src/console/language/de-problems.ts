/**
 * German messages of the API about problems, by the English ones: `{names}` stand for the parameters. A `{message}` is
 * another one of these. `test/console/models/problem-texts.test.ts` compares them with the API.
 */
export const deProblems = {
  // Messages about values of every type.
  "There is no {kind} '{ref}'.": '{kind} „{ref}“ gibt es nicht.',
  "There is already a {kind} '{ref}'.": '{kind} „{ref}“ gibt es schon.',
  "There is already an {kind} '{ref}'.": '{kind} „{ref}“ gibt es schon.',
  "The {kind} '{ref}' is deleted.": '{kind} „{ref}“ ist gelöscht.',
  "Another {kind} has this value of '{attribute}', which is unique.":
    '{attribute} muss eindeutig sein: Ein anderes Objekt hat diesen Wert schon ({kind}).',
  "Another {kind} has its value of '{attribute}' now.":
    '{attribute} muss eindeutig sein: Ein anderes Objekt hat inzwischen diesen Wert ({kind}).',
  "The {kind} '{name}' has this value of '{attribute}', which is unique.":
    '{attribute} muss eindeutig sein: {name} hat diesen Wert schon ({kind}).',
  "The {kind} '{name}' has its value of '{attribute}' now.":
    '{attribute} muss eindeutig sein: {name} hat inzwischen diesen Wert ({kind}).',
  "'{attribute}' has one value for all channels. Leave 'channel' out.":
    '{attribute} hat einen Wert für alle Kanäle. Lassen Sie den Kanal weg.',
  "'{attribute}' has a value per channel; name one.":
    '{attribute} hat einen Wert je Kanal: Nennen Sie einen.',
  "'{attribute}' has one value for all locales. Leave 'locale' out.":
    '{attribute} hat einen Wert für alle Sprachen. Lassen Sie die Sprache weg.',
  "'{attribute}' has a value per locale; name one.":
    '{attribute} hat einen Wert je Sprache: Nennen Sie eine.',
  "The locale '{locale}' is not enabled.": 'Die Sprache „{locale}“ ist nicht eingeschaltet.',
  "'{attribute}' exists only in {locales}.": '{attribute} gibt es nur in {locales}.',
  "The channel '{channel}' has no locale '{locale}'.": 'Der Kanal „{channel}“ hat keine Sprache „{locale}“.',
  "This cell of '{attribute}' is written twice.": 'Diese Zelle von {attribute} wird zweimal geschrieben.',
  "'{attribute}' is not an attribute of the product's set; its values can only be cleared.":
    '{attribute} gehört nicht zum Attributset des Produkts: Werte lassen sich nur leeren.',
  "'{attribute}' is not an attribute of {owner}; its values can only be cleared.":
    '{attribute} ist kein Attribut von {owner}: Werte lassen sich nur leeren.',
  "'{attribute}' is unique for each variant below this model; write it on them.":
    '{attribute} ist für jede Variante dieses Modells eindeutig: Geben Sie den Wert bei den Varianten ein.',
  "'{attribute}' is an axis of a level above and is inherited from there.":
    '{attribute} ist eine Achse einer höheren Ebene und wird von dort geerbt.',
  "'{attribute}' is an axis of the variants of this model. Write it on the variants.":
    '{attribute} ist eine Achse der Varianten dieses Modells. Geben Sie den Wert bei den Varianten ein.',
  "'{attribute}' tells the variants of '{layout}' apart; give it a value.":
    '{attribute} unterscheidet die Varianten von „{layout}“: Geben Sie einen Wert ein.',
  "'{attribute}' must be true or false, without quotes.": '{attribute} muss Ja oder Nein sein.',
  '\'{attribute}\' must be a list of {noun} codes: {"value": ["…", "…"]}.':
    '{attribute} braucht eine Liste von Codes ({noun}).',
  "'{attribute}' names the {noun} '{ref}' twice.": '{attribute} nennt „{ref}“ zweimal ({noun}).',
  "'{attribute}' has {count} entries; at least {min} are needed.":
    '{attribute} hat {count, plural, one {# Eintrag} other {# Einträge}}; mindestens {min} sind nötig.',
  "'{attribute}' has {count} entries; at most {max} are allowed.":
    '{attribute} hat {count, plural, one {# Eintrag} other {# Einträge}}; höchstens {max} sind erlaubt.',
  "'{attribute}' must contain {noun} codes in quotes.": '{attribute} muss Codes enthalten ({noun}).',
  "'{attribute}' must be a calendar date in the form YYYY-MM-DD.":
    '{attribute} braucht ein Datum der Form JJJJ-MM-TT.',
  "'{attribute}' must be a time with an offset from UTC, such as 2026-07-01T08:30:00Z.":
    '{attribute} braucht eine Zeit mit Abstand zu UTC, etwa 2026-07-01T08:30:00Z.',
  "'{attribute}' is before {min}.": '{attribute} liegt vor dem {min}.',
  "'{attribute}' is after {max}.": '{attribute} liegt nach dem {max}.',
  "There is no entity '{ref}' of type '{type}'.": 'Entität „{ref}“ vom Typ „{type}“ gibt es nicht.',
  "The entity '{ref}' of type '{type}' is no longer in use.":
    'Die Entität „{ref}“ vom Typ „{type}“ wird nicht mehr verwendet.',
  '\'{attribute}\' must be an amount with a unit: {"value": {"amount": "1.5", "unit": "{unit}"}}.':
    '{attribute} braucht einen Betrag mit Einheit, etwa 1,5 {unit}.',
  "'{attribute}' needs a unit of the family '{family}'.":
    '{attribute} braucht eine Einheit der Art „{family}“.',
  "'{value}' is not a unit of the family '{family}'.": '„{value}“ ist keine Einheit der Art „{family}“.',
  "'{attribute}' does not allow the unit '{unit}'.": '{attribute} erlaubt die Einheit „{unit}“ nicht.',
  "The file '{ref}' is of type {type}; allowed: {list}.":
    'Die Datei „{ref}“ ist vom Typ {type}; erlaubt: {list}.',
  "The file '{ref}' is named '{name}'; allowed endings: {list}.":
    'Die Datei „{ref}“ heißt „{name}“; erlaubte Endungen: {list}.',
  "The file '{ref}' has {size} bytes; at most {max} are allowed.":
    'Die Datei „{ref}“ hat {size} Bytes; höchstens {max} sind erlaubt.',
  "The file '{ref}' is {width} × {height} pixels; at least {minWidth} × {minHeight} are needed.":
    'Die Datei „{ref}“ hat {width} × {height} Pixel; mindestens {minWidth} × {minHeight} sind nötig.',
  "The file '{ref}' is {width} × {height} pixels; its sides need the ratio {ratio}.":
    'Die Datei „{ref}“ hat {width} × {height} Pixel; nötig ist das Seitenverhältnis {ratio}.',
  "'{attribute}' goes in steps of {step} from {min}.": '{attribute} geht in Schritten von {step} ab {min}.',
  "A value of '{attribute}' has no '{key}'.": 'Ein Wert von {attribute} hat kein „{key}“.',
  '\'{attribute}\' must be a list of prices: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    '{attribute} braucht eine Liste von Preisen.',
  "'{attribute}' names the currency {currency} twice.": '{attribute} nennt die Währung {currency} zweimal.',
  'Each price of \'{attribute}\' has an amount and a currency: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    'Jeder Preis von {attribute} hat einen Betrag und eine Währung.',
  'Each price of \'{attribute}\' names its currency: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    'Jeder Preis von {attribute} nennt seine Währung.',
  "'{currency}' is not enabled.": '„{currency}“ ist nicht eingeschaltet.',
  "'{currency}' is not a currency of channel '{channel}'.":
    '„{currency}“ ist keine Währung des Kanals „{channel}“.',
  "'{attribute}' has {count} characters with its tags; at most {max} are allowed.":
    '{attribute} hat mit Auszeichnungen {count} Zeichen; höchstens {max} sind erlaubt.',
  "'{attribute}' does not allow the element <{tag}>; allowed: {list}.":
    '{attribute} erlaubt das Element {tag} nicht; erlaubt: {list}.',
  "'{value}' is not an option of set '{set}'.": '„{value}“ ist keine der Optionen („{set}“).',
  "The option '{value}' of set '{set}' is no longer in use.":
    'Die Option „{value}“ („{set}“) wird nicht mehr verwendet.',
  "'{attribute}' must be a string in quotes.": '{attribute} muss ein Text sein.',
  "The text of '{attribute}' contains the character U+0000, which cannot be stored.":
    'Der Text von {attribute} enthält das Zeichen U+0000, das nicht gespeichert werden kann.',
  "The text of '{attribute}' contains half of a surrogate pair, which is not a character.":
    'Der Text von {attribute} enthält ein halbes Zeichen.',
  "'{attribute}' has {count} characters; at most {max} are allowed.":
    '{attribute} hat {count} Zeichen; höchstens {max} sind erlaubt.',
  "'{attribute}' has {count} characters; at least {min} are needed.":
    '{attribute} hat {count} Zeichen; mindestens {min} sind nötig.',
  "'{attribute}' does not match the pattern {pattern} from beginning to end.":
    '{attribute} passt nicht ganz zum Muster {pattern}.',
  "'{attribute}' needs an e-mail address such as {example}.":
    '{attribute} braucht eine E-Mail-Adresse wie {example}.',
  "'{attribute}' needs an e-mail address of at most {max} characters.":
    '{attribute} braucht eine E-Mail-Adresse mit höchstens {max} Zeichen.',
  "'{attribute}' needs a web address that starts with http:// or https://.":
    '{attribute} braucht eine Webadresse, die mit http:// oder https:// beginnt.',
  "'{attribute}' needs lower-case letters, digits and single hyphens.":
    '{attribute} braucht Kleinbuchstaben, Ziffern und einzelne Bindestriche.',
  "'{attribute}' needs a hexadecimal color such as {example}.":
    '{attribute} braucht eine hexadezimale Farbe wie {example}.',
  "'{attribute}' needs 8, 12, 13 or 14 digits with a check digit.":
    '{attribute} braucht 8, 12, 13 oder 14 Ziffern mit einer Prüfziffer.',
  "'{attribute}' needs 13 digits with a check digit.": '{attribute} braucht 13 Ziffern mit einer Prüfziffer.',
  "'{attribute}' needs 12 digits with a check digit.": '{attribute} braucht 12 Ziffern mit einer Prüfziffer.',
  "'{attribute}' needs an ISBN of 13 digits that starts with 978 or 979.":
    '{attribute} braucht eine ISBN mit 13 Ziffern, die mit 978 oder 979 beginnt.',
  "'{attribute}' needs an ASIN: B and nine capital letters or digits, or an ISBN-10.":
    '{attribute} braucht eine ASIN: B und neun Großbuchstaben oder Ziffern, oder eine ISBN-10.',
  "'{attribute}' needs a part number of 1 to 70 visible characters without blanks around it.":
    '{attribute} braucht eine Teilenummer mit 1 bis 70 sichtbaren Zeichen ohne Leerzeichen am Rand.',
  "'{attribute}' needs the check digit {digit} at its end.":
    '{attribute} braucht am Ende die Prüfziffer {digit}.',
  "'{attribute}' takes one of {count} given texts.":
    '{attribute} nimmt einen von {count} vorgegebenen Texten.',
  "'{attribute}' must not be negative.": '{attribute} darf nicht negativ sein.',
  '\'{attribute}\' must be a number, such as 19.90 or "19.90".':
    '{attribute} muss eine Zahl sein, etwa 19,90.',
  "'{attribute}' must be a whole number, such as 19.": '{attribute} muss eine ganze Zahl sein, etwa 19.',
  "Send this number for '{attribute}' as a text, so that no digit is lost.":
    'Senden Sie diese Zahl für {attribute} als Text, damit keine Ziffer verloren geht.',
  "'{attribute}' can have at most 30 digits.": '{attribute} kann höchstens 30 Ziffern haben.',
  "'{attribute}' is below its minimum of {min}.": '{attribute} ist kleiner als das Minimum {min}.',
  "'{attribute}' is above its maximum of {max}.": '{attribute} ist größer als das Maximum {max}.',
  "'{attribute}' takes whole numbers.": '{attribute} braucht eine ganze Zahl.',
  "'{attribute}' takes at most {count} decimals.":
    '{attribute} hat höchstens {count, plural, one {# Nachkommastelle} other {# Nachkommastellen}}.',
  // Messages about products.
  'A product needs a SKU.': 'Ein Produkt braucht eine SKU.',
  'A product needs a SKU, or `external_refs` with an id that it has.':
    'Ein Produkt braucht eine SKU oder eine externe ID, die es hat.',
  "No product has the id '{id}' in '{system}'. A new product needs a SKU.":
    'Kein Produkt hat die ID {id} in {system}. Ein neues Produkt braucht eine SKU.',
  'The cells {range} are merged: the first one has the value, the others are read as empty.':
    'Die Zellen {range} sind verbunden: Die erste hat den Wert, die anderen gelten als leer.',
  'A SKU has up to {max} characters.': 'Eine SKU hat höchstens {max} Zeichen.',
  "'{ref}' looks like an id or is a reserved word of the REST API.":
    '„{ref}“ sieht wie eine Id aus oder ist ein reserviertes Wort der REST-API.',
  'A product that is {from} cannot become {to}; it can become {allowed}.':
    'Der Status kann nicht von {from} auf {to} wechseln; möglich: {allowed}.',
  "'{sku}' has no attribute set; classify it before it is published.":
    '{sku}: Kein Attributset. Wählen Sie eines, bevor Sie veröffentlichen.',
  "The model '{model}' above '{sku}' is not published.":
    '{sku}: Das Modell {model} darüber ist nicht veröffentlicht.',
  "'{sku}' is published, but not live for {channel} in {locale}. Missing: {attributes}.":
    '{sku}: Veröffentlicht, aber nicht live in {channel} ({locale}). Es fehlen: {attributes}.',
  "'{sku}' is not complete for {scopes}.": '{sku}: Nicht vollständig für {scopes}.',
  "'{sku}' has {count} products below it. Delete the variants first, or set force.":
    '{sku}: {count} Produkte stehen darunter. Löschen Sie zuerst die Varianten.',
  "'{sku}' has 1 product below it. Delete the variants first, or set force.":
    '{sku}: Ein Produkt steht darunter. Löschen Sie zuerst die Variante.',
  'The filter finds {count} products; up to {max} are changed at once. Narrow it, or change them in a job by `bulkEditProducts`.':
    'Der Filter findet {count} Produkte; höchstens {max} werden auf einmal geändert.',
  'The filter finds {count} products, not {expected}.':
    'Der Filter findet {count} Produkte, nicht {expected}. Laden Sie die Seite neu.',
  'Name what is to be changed.': 'Nennen Sie, was geändert werden soll.',
  "No two products have the same '{attribute}': write it to each by itself.":
    'Keine zwei Produkte haben denselben Wert von {attribute}: Geben Sie ihn bei jedem einzeln ein.',
  'A copy of a variant would have the same values of the axes. Create a variant of its model instead.':
    'Eine Kopie der Variante hätte dieselben Achsenwerte. Legen Sie stattdessen eine Variante ihres Modells an.',
  "'{attribute}' belongs to the model above, which has another value; that one is kept.":
    '{attribute} gehört zum Modell darüber, das einen anderen Wert hat; er bleibt.',
  "'{sku}' of the same model has the same axis values.": '{sku} vom selben Modell hat dieselben Achsenwerte.',
  "'{sku}' and '{twin}' would have the same axis values: change one of them first.":
    '{sku} und {twin} hätten dieselben Achsenwerte: Ändern Sie zuerst eine davon.',
  'A variant needs the SKU of the model above it as parent.':
    'Eine Variante braucht die SKU des Modells darüber.',
  "'{sku}' is not a model with a variant layout. It cannot have variants.":
    '{sku} ist kein Modell mit Variantenaufbau und kann keine Varianten haben.',
  "The layout '{layout}' has {count} levels below its root; '{sku}' is on the last.":
    'Der Aufbau „{layout}“ hat {count} Ebenen unter der Wurzel; {sku} steht auf der letzten.',
  "On level {level} of the layout '{layout}' stand products of type {type}.":
    'Auf Ebene {level} des Aufbaus „{layout}“ stehen Produkte der Art {type}.',
  "The set is that of the model above: '{set}'.": 'Das Attributset ist das des Modells darüber: „{set}“.',
  "The set is that of the model above: '{set}'. Change the set of '{root}' instead.":
    'Das Attributset ist das des Modells darüber: „{set}“. Ändern Sie stattdessen das von {root}.',
  'Only a root model has a variant layout. Its variants use the same layout.':
    'Nur das oberste Modell hat einen Variantenaufbau. Seine Varianten benutzen denselben.',
  'A model needs a variant layout of its set.':
    'Ein Modell braucht einen Variantenaufbau seines Attributsets.',
  "'{sku}' has variants; its layout cannot be changed within its set.":
    '{sku} hat Varianten; der Aufbau kann in seinem Attributset nicht geändert werden.',
  "The model above '{sku}' is deleted too; restore it first.":
    'Auch das Modell über {sku} ist gelöscht; stellen Sie zuerst dieses wieder her.',
  'The product is listed twice.': 'Das Produkt ist doppelt aufgeführt.',
  "A product has up to {max} links of the type '{type}', not {count}.":
    'Ein Produkt hat höchstens {max} Verknüpfungen vom Typ „{type}“, nicht {count}.',
  'A product is not linked to itself.': 'Ein Produkt lässt sich nicht mit sich selbst verknüpfen.',
  "Links of the type '{type}' carry no quantity.": 'Verknüpfungen vom Typ „{type}“ haben keine Menge.',
  "Links of the type '{type}' carry a quantity of 1 or more.":
    'Verknüpfungen vom Typ „{type}“ haben eine Menge ab 1.',
  "A product has up to {max} entities of the type '{type}', not {count}.":
    'Ein Produkt hat höchstens {max} Entitäten vom Typ „{type}“, nicht {count}.',
  'The entity is listed twice.': 'Die Entität ist doppelt aufgeführt.',
  'Links to entities carry no quantity.': 'Verknüpfungen mit Entitäten haben keine Menge.',
  'An empty text is not allowed here.': 'Ein leerer Text ist hier nicht erlaubt.',
  "'{word}' has more than {max} characters.": '„{word}“ hat mehr als {max} Zeichen.',
  'There can be up to {max}, not {count}.': 'Höchstens {max} sind möglich, nicht {count}.',
  'The entity would be its own ancestor: {path}.': 'Die Entität läge unter sich selbst: {path}.',
  'The category would be its own ancestor: {path}.': 'Die Kategorie läge unter sich selbst: {path}.',
  // Messages about media.
  'A file needs a name.': 'Eine Datei braucht einen Namen.',
  'The file is empty.': 'Die Datei ist leer.',
  'A file name has no folders, control characters or outer spaces.':
    'Ein Dateiname hat keine Ordner, Steuerzeichen oder Leerzeichen am Rand.',
  'The name has {count} characters; at most {max} are allowed.':
    'Der Name hat {count} Zeichen; höchstens {max} sind erlaubt.',
  'There are {count} tags; at most {max} are allowed.':
    'Es sind {count} Schlagwörter; höchstens {max} sind erlaubt.',
  'A tag has 1 to {max} characters and no outer spaces.':
    'Ein Schlagwort hat 1 bis {max} Zeichen und keine Leerzeichen am Rand.',
  "'{ref}' is not a valid code. Use 1 to 100 letters, digits, dashes or underscores.":
    '„{ref}“ ist kein gültiger Code. Benutzen Sie 1 bis 100 Buchstaben, Ziffern, Binde- oder Unterstriche.',
  "'{ref}' looks like an id.": '„{ref}“ sieht wie eine Id aus.',
  'A file has up to {max} bytes.': 'Eine Datei hat höchstens {max} Bytes.',
  // Messages about saved views, comments, categories, storefronts.
  'A view has a name.': 'Eine Ansicht braucht einen Namen.',
  'A name has up to {max} characters, not {count}.': 'Ein Name hat höchstens {max} Zeichen, nicht {count}.',
  'A view has up to {max} items here, not {count}.':
    'Eine Ansicht hat hier höchstens {max} Einträge, nicht {count}.',
  'Filter, sort and columns of a view have up to {max} bytes as JSON, not {count}.':
    'Filter, Sortierung und Spalten einer Ansicht haben höchstens {max} Bytes, nicht {count}.',
  'Only the person who made a view can keep it for themselves. Delete it instead.':
    'Nur wer eine Ansicht angelegt hat, kann sie für sich behalten. Löschen Sie sie stattdessen.',
  'An organization shares up to {max} views. Delete one first.':
    'Eine Organisation teilt höchstens {max} Ansichten. Löschen Sie zuerst eine.',
  'A person keeps up to {max} views. Delete one first.':
    'Eine Person behält höchstens {max} Ansichten. Löschen Sie zuerst eine.',
  'A comment has a text.': 'Ein Kommentar braucht einen Text.',
  'The text contains a character that cannot be stored.':
    'Der Text enthält ein Zeichen, das nicht gespeichert werden kann.',
  'A comment has up to {max} characters, not {count}.':
    'Ein Kommentar hat höchstens {max} Zeichen, nicht {count}.',
  'A comment mentions up to {max} members, not {count}.':
    'Ein Kommentar erwähnt höchstens {max} Mitglieder, nicht {count}.',
  'A thread has up to {max} replies. Start a new one.':
    'Ein Thread hat höchstens {max} Antworten. Beginnen Sie einen neuen.',
  'A product has up to {max} open threads. Resolve one first.':
    'Ein Produkt hat höchstens {max} offene Threads. Erledigen Sie zuerst einen.',
  'Only its author can change the text of a comment.':
    'Nur der Verfasser kann den Text eines Kommentars ändern.',
  'A deleted comment cannot be changed.': 'Ein gelöschter Kommentar kann nicht geändert werden.',
  "There is no member '{ref}' to mention.": 'Mitglied „{ref}“ gibt es nicht.',
  'A preview URL has up to {max} characters, not {count}.':
    'Eine Vorschau-URL hat höchstens {max} Zeichen, nicht {count}.',
  'Give an absolute URL that begins with https:// or http://.':
    'Geben Sie eine vollständige URL ein, die mit https:// oder http:// beginnt.',
  'A storefront has at least one locale. Leave the list out for all locales of the channel.':
    'Ein Frontend hat mindestens eine Sprache.',
  'A storefront shows the products of a channel.': 'Ein Frontend zeigt die Produkte eines Kanals.',
  "The {kind} '{ref}' is named twice.": '{kind} „{ref}“ ist doppelt genannt.',
  "'{ref}' cannot be the name of an external system.":
    '„{ref}“ kann nicht der Name eines externen Systems sein.',
  'Name the key after the front end that uses it.':
    'Benennen Sie den Schlüssel nach dem Frontend, das ihn benutzt.',
  'The key is revoked; make a new one instead.': 'Der Schlüssel ist widerrufen; legen Sie einen neuen an.',
  // Messages about settings and accounts.
  "'{ref}' is the name of a product property; choose another code.":
    '„{ref}“ ist der Name einer Eigenschaft von Produkten: Wählen Sie einen anderen Code.',
  'A code has 1 to 100 letters (A–Z, a–z), digits or _.':
    'Ein Code hat 1 bis 100 Buchstaben (A–Z, a–z), Ziffern oder _.',
  'A channel has at least one {kind}.': 'Ein Kanal hat mindestens einen Eintrag: {kind}.',
  "Use language and region: 'en_US', 'az_Cyrl_AZ', 'en_029'.":
    'Benutzen Sie Sprache und Region: en_US, az_Cyrl_AZ, en_029.',
  'The fallbacks would go round in a circle: {circle}.':
    'Die Ersatzsprachen würden im Kreis gehen: {circle}.',
  "Use the three capital letters of ISO 4217: 'EUR'.":
    'Benutzen Sie die drei Großbuchstaben nach ISO 4217: EUR.',
  "'{ref}' is a member already.": '{ref} ist schon Mitglied.',
  "'{ref}' is not an e-mail address.": '„{ref}“ ist keine E-Mail-Adresse.',
  'Only an owner makes, changes or removes an owner.':
    'Nur ein Eigentümer kann Eigentümer ernennen, ändern oder entfernen.',
  'This is the only owner. First make another user an owner.':
    'Das ist der einzige Eigentümer. Machen Sie zuerst jemand anderen zum Eigentümer.',
  'A password has {min} characters or more.': 'Ein Passwort hat mindestens {min} Zeichen.',
  'A password has up to {max} characters.': 'Ein Passwort hat höchstens {max} Zeichen.',
  'Name the token after the program that uses it.':
    'Benennen Sie das Token nach dem Programm, das es benutzt.',
  'Name at least one scope.': 'Nennen Sie mindestens eine Berechtigung.',
  'A token is rotated by the person it acts for. Revoke it, or create a token of your own.':
    'Ein Token wird von der Person erneuert, für die es handelt. Widerrufen Sie es, oder legen Sie ein eigenes an.',
  'There are {count} webhooks already; delete one first.':
    'Es gibt schon {count} Webhooks; löschen Sie zuerst einen.',
  'The description has {count} characters; at most {max} are allowed.':
    'Die Beschreibung hat {count} Zeichen; höchstens {max} sind erlaubt.',
  'Name at least one type of events, or * for all.':
    'Nennen Sie mindestens eine Art von Ereignissen, oder * für alle.',
  "There are no events '{ref}'. A pattern is *, a kind of object like product.*, or one type like product.updated.":
    'Ereignisse „{ref}“ gibt es nicht. Ein Muster ist *, eine Art von Objekten wie product.*, oder eine Art wie product.updated.',
  'That moment is still to come.': 'Dieser Zeitpunkt liegt in der Zukunft.',
  'The job is {state}; there is nothing to cancel.':
    'Der Auftrag ist beendet; es gibt nichts abzubrechen ({state}).',
  'The job is {state}; failed and cancelled ones can be tried again.':
    'Nur fehlgeschlagene und abgebrochene Aufträge lassen sich wiederholen ({state}).',
  // Messages about every request.
  'You have version {version}, the current one is {current}. None of the values that you write were changed in the meantime. Send the request again with the new version.':
    'Jemand hat dies inzwischen geändert (Version {current} statt {version}), aber keinen Ihrer Werte. Versuchen Sie es erneut.',
  'You have version {version}, the current one is {current}. {count} of the values that you write were changed in the meantime.':
    'Jemand hat dies inzwischen geändert (Version {current} statt {version}), darunter {count, plural, one {# Ihrer Werte} other {# Ihrer Werte}}. Laden Sie die Seite neu.',
  'A request with this idempotency key is still running.': 'Eine gleiche Anfrage läuft noch.',
  'This idempotency key was used for another request in the last 24 hours. Use a new key.':
    'Dieser Idempotenzschlüssel wurde in den letzten 24 Stunden schon benutzt.',
  '{count} fields are not valid.': '{count} Felder sind nicht gültig.',
  'More than {count} fields are not valid.': 'Mehr als {count} Felder sind nicht gültig.',
  'Search is temporarily unavailable. Try again soon.':
    'Die Suche ist gerade nicht verfügbar. Versuchen Sie es bald erneut.',
  'The database is temporarily unavailable. Try again soon.':
    'Die Datenbank ist gerade nicht verfügbar. Versuchen Sie es bald erneut.',
  'The server is in maintenance. Try again soon.': 'Der Server wird gewartet. Versuchen Sie es bald erneut.',
  'There is no space left for files. Nothing was stored. Try again when there is space.':
    'Für Dateien ist kein Platz mehr. Nichts wurde gespeichert. Versuchen Sie es erneut, wenn Platz ist.',
  '{count} requests in {period} seconds are allowed. Try again in {seconds} s.':
    'Erlaubt sind {count} Anfragen in {period} Sekunden. Versuchen Sie es in {seconds} s erneut.',
  // Messages about imported files.
  "The column '{column}' is not known here; its cells are not imported.":
    'Kein Attribut und keine Eigenschaft heißt „{column}“.',
  "The column '{column}' means the same as '{other}'; its cells are not imported.":
    '„{column}“ bedeutet dasselbe wie „{other}“ und wird nicht importiert.',
  "The column '{column}' names no locale, but '{attribute}' has a value for each; its cells are not imported.":
    '„{column}“ nennt keine Sprache, aber {attribute} hat einen Wert je Sprache.',
  "The column '{column}' names no channel, but '{attribute}' has a value for each; its cells are not imported.":
    '„{column}“ nennt keinen Kanal, aber {attribute} hat einen Wert je Kanal.',
  "The column '{column}' names '{word}', which is neither an enabled locale nor a channel; its cells are not imported.":
    '„{column}“: „{word}“ ist weder eine eingeschaltete Sprache noch ein Kanal.',
  "The column '{column}' names '{word}', which is not an enabled locale; its cells are not imported.":
    '„{column}“: „{word}“ ist keine eingeschaltete Sprache.',
  "The column '{column}' names '{word}', which is not a channel; its cells are not imported.":
    '„{column}“: „{word}“ ist kein Kanal.',
  "The column '{column}' names '{word}', but '{attribute}' has one value for all locales and channels; its cells are not imported.":
    '„{column}“: {attribute} hat einen Wert für alle Sprachen und Kanäle. Lassen Sie „{word}“ weg.',
  "The column '{column}' refers to '{ref}', which is not an association type; its cells are not imported.":
    '„{column}“: „{ref}“ ist kein Verknüpfungstyp.',
  "The column '{column}' names no links; its cells are not imported.":
    '„{column}“ nennt keine Verknüpfungen.',
  "The column '{column}' holds quantities, but links of '{ref}' have none; its cells are not imported.":
    '„{column}“: Verknüpfungen vom Typ „{ref}“ haben keine Mengen.',
  "The column '{column}' holds prices without currency.": '„{column}“ enthält Preise ohne Währung.',
  "The numbers of the column '{column}' can be read in two ways: '{example}' is read as {number}, and can mean {other}. State decimal_separator in the options, or add the transform number.":
    'Die Zahlen in „{column}“ sind mehrdeutig: „{example}“ wird als {number} gelesen und kann {other} bedeuten. Fügen Sie eine Umwandlung von Zahlen hinzu.',
  "The numbers of the column '{column}' can be read in two ways: '{example}' is rejected, and can mean {other}. State decimal_separator in the options, or add the transform number.":
    'Die Zahlen in „{column}“ sind mehrdeutig: „{example}“ wird abgelehnt und kann {other} bedeuten. Fügen Sie eine Umwandlung von Zahlen hinzu.',
  "The file has no column '{column}'.": 'Die Datei hat keine Spalte „{column}“.',
  "The column '{column}' occurs twice in the file.": 'Die Spalte „{column}“ kommt in der Datei zweimal vor.',
  "A row of {resource} requires a 'sku' or external_refs.": 'SKU und externe IDs sind leer ({resource}).',
  "A row of {resource} requires a '{property}'.": '{property} ist leer ({resource}).',
  "'{column}' takes 1 or 0 (also true, false, yes, no).":
    '„{column}“ braucht 1 oder 0 (auch true, false, yes, no).',
  "'{column}' takes a whole number.": '„{column}“ braucht eine ganze Zahl.',
  "'{column}' takes a text.": '„{column}“ braucht einen Text.',
  "'{column}' takes a list of texts.": '„{column}“ braucht eine Liste von Texten.',
  "'{column}' is one of {list}.": '„{column}“ ist eines von {list}.',
  "'{column}' takes {count} whole numbers, one for each link, separated by '|'.":
    '„{column}“ braucht {count, plural, one {# ganze Zahl} other {# ganze Zahlen}}, eine je Verknüpfung, getrennt durch „|“.',
  "'{attribute}' has the unit '{unit}' but no amount; it is skipped.":
    '{attribute} hat die Einheit „{unit}“, aber keinen Betrag. Die Zelle wird übersprungen.',
  "'{value}' is a price of '{attribute}' without currency.":
    '{attribute}: „{value}“ ist ein Preis ohne Währung.',
  'The row has {count} cells, the header has {columns}. Put cells that contain the delimiter or line breaks in quotes.':
    'Die Zeile hat {count} Zellen, die Kopfzeile {columns}. Setzen Sie Zellen mit Trennzeichen oder Zeilenumbrüchen in Anführungszeichen.',
  'A quote that opens a cell is never closed.':
    'Ein Anführungszeichen am Anfang einer Zelle wird nicht geschlossen.',
  'A quote is not allowed here.': 'Ein Anführungszeichen ist hier nicht erlaubt.',
  'The cell {cell} has the error {error} instead of a value.':
    'Die Zelle {cell} enthält den Fehler {error} statt eines Werts.',
  'The cell {cell} is outside the table: its column has no name.':
    'Die Zelle {cell} liegt außerhalb der Tabelle: Ihre Spalte hat keinen Namen.',
  'Fill in the cell.': 'Füllen Sie die Zelle aus.',
  'Correct the cell, or convert the column with a transform.':
    'Korrigieren Sie die Zelle, oder formen Sie die Spalte um.',
  'Write a longer text.': 'Schreiben Sie einen längeren Text.',
  'Write a shorter value.': 'Kürzen Sie den Wert.',
  'Use a value of the form in the message.': 'Verwenden Sie die genannte Form.',
  'Use one of the allowed values.': 'Verwenden Sie einen erlaubten Wert.',
  'Use the minimum or a higher value.': 'Verwenden Sie das Minimum oder einen höheren Wert.',
  'Use the maximum or a lower value.': 'Verwenden Sie das Maximum oder einen niedrigeren Wert.',
  'Round the number.': 'Runden Sie die Zahl.',
  'Use a multiple of the step.': 'Verwenden Sie ein Vielfaches des Schritts.',
  'Use a date such as 2026-07-01, or convert the column with a transform.':
    'Verwenden Sie ein Datum wie 2026-07-01, oder formen Sie die Spalte um.',
  'Correct the SKU, or add the product to the file.':
    'Korrigieren Sie die SKU, oder nehmen Sie das Produkt in die Datei auf.',
  'Add entries.': 'Fügen Sie Einträge hinzu.',
  'Remove entries.': 'Entfernen Sie Einträge.',
  'Remove one of the entries.': 'Entfernen Sie einen der Einträge.',
  'Use an option of the set, or add this option to the set.':
    'Verwenden Sie eine vorhandene Option, oder legen Sie diese an.',
  'Use another option, or activate this option.':
    'Verwenden Sie eine andere Option, oder aktivieren Sie diese.',
  'Create the object first, or correct the code.':
    'Legen Sie das Objekt erst an, oder korrigieren Sie den Code.',
  'Create the entity first, or correct the code.':
    'Legen Sie die Entität erst an, oder korrigieren Sie den Code.',
  'Upload the file first, or correct the code.':
    'Laden Sie die Datei erst hoch, oder korrigieren Sie den Code.',
  'Create the category first, or correct the code.':
    'Legen Sie die Kategorie erst an, oder korrigieren Sie den Code.',
  'Create the attribute first, or correct the code.':
    'Legen Sie das Attribut erst an, oder korrigieren Sie den Code.',
  'Add the attribute to the set, or assign another attribute set to the product.':
    'Nehmen Sie das Attribut in das Set auf, oder geben Sie dem Produkt ein anderes Attributset.',
  'Write the value on the variants.': 'Geben Sie den Wert bei den Varianten ein.',
  'Write the value on this variant.': 'Geben Sie den Wert bei dieser Variante ein.',
  'Write the value on the model.': 'Geben Sie den Wert beim Modell ein.',
  'Write the value on the parent model.': 'Geben Sie den Wert beim übergeordneten Modell ein.',
  'Change one of the values, or update the other variant.':
    'Ändern Sie einen der Werte, oder ändern Sie die andere Variante.',
  'Enable the currency, or add it to a channel.':
    'Schalten Sie die Währung ein, oder geben Sie sie einem Kanal.',
  'Enable the locale, or add it to a channel.':
    'Schalten Sie die Sprache ein, oder geben Sie sie einem Kanal.',
  'Use a unit of the family.': 'Verwenden Sie eine Einheit dieser Art.',
  'Use another value, or change the other object first. `taken_by` (GraphQL: `takenBy`) is its SKU or code, if a value is meant.':
    'Verwenden Sie einen anderen Wert, oder ändern Sie erst das andere Objekt.',
  'Compare the number with its source.': 'Vergleichen Sie die Nummer mit ihrer Quelle.',
  'Use a file of an allowed type.': 'Verwenden Sie eine Datei eines erlaubten Typs.',
  'Keep one of the rows.': 'Behalten Sie eine der Zeilen.',
  'Choose another SKU.': 'Wählen Sie eine andere SKU.',
  'Choose another code.': 'Wählen Sie einen anderen Code.',
  'Map it to a target, or ignore it with target null.': 'Ordnen Sie sie zu, oder lassen Sie sie weg.',
  'Add the column to the file, or map another one to it.':
    'Nehmen Sie die Spalte in die Datei auf, oder ordnen Sie ihr eine andere zu.',
  'Fill in the attributes that `missing` lists, for at least one channel and locale.':
    'Füllen Sie aus, was in Kanal und Sprache fehlt.',
  'Request one of the states in `allowed`.': 'Wählen Sie einen erlaubten Status.',
  'Check the SKU or code. Check that the import runs in the right organization.':
    'Prüfen Sie SKU oder Code, und ob dies die richtige Organisation ist.',
  'Add rows that delete the products below it, with `_delete` set to 1. They can be anywhere in the file.':
    'Nehmen Sie Zeilen auf, die auch die Produkte darunter löschen (`_delete` mit 1), irgendwo in der Datei.',
  'Restore the object within 30 days. The mode `upsert` creates a new product with its SKU.':
    'Stellen Sie das Objekt innerhalb von 30 Tagen wieder her. Der Modus `upsert` legt ein neues Produkt mit dieser SKU an.',
  'The file has bytes that are not valid {encoding}.':
    'Die Datei enthält Zeichen, die nicht zu {encoding} passen.',
  'The header row has bytes that are not valid UTF-8 text. Save the file as UTF-8.':
    'Die Kopfzeile ist kein UTF-8-Text. Speichern Sie die Datei als UTF-8.',
  'The header row cannot be read. {message}': 'Die Kopfzeile ist nicht lesbar. {message}',
  'The file has no line {row}, which is its header row.':
    'Die Datei hat keine Zeile {row}, die ihre Kopfzeile sein soll.',
  'Line {row} has no column names. Set header_row to the row with the column names.':
    'Zeile {row} hat keine Spaltennamen. Wählen Sie die Kopfzeile.',
  "Row {row} of the sheet '{sheet}' has no column names. Choose another sheet, or set header_row to the row with the column names.":
    'Zeile {row} des Blatts „{sheet}“ hat keine Spaltennamen. Wählen Sie ein anderes Blatt oder eine andere Kopfzeile.',
  'The file is not a workbook (.xlsx). For tables of text, use the format csv.':
    'Die Datei ist keine Arbeitsmappe (.xlsx).',
  'The file is an archive, but not a workbook (.xlsx). Send the workbook itself.':
    'Die Datei ist ein Archiv, keine Arbeitsmappe (.xlsx). Wählen Sie die Arbeitsmappe selbst.',
  'The file is a workbook or an archive. For a workbook, choose the format xlsx or a profile with that format.':
    'Die Datei ist eine Arbeitsmappe oder ein Archiv. Wählen Sie für Arbeitsmappen ein Profil mit dem Format XLSX.',
  'The workbook is damaged: {what}. Open it in a spreadsheet program and save it again.':
    'Die Arbeitsmappe ist beschädigt ({what}). Öffnen Sie sie in einem Tabellenprogramm, und speichern Sie sie neu.',
  'The workbook has no sheet with cells.': 'Die Arbeitsmappe hat kein Blatt mit Zellen.',
  "The workbook has no sheet '{name}'. It has {list}.":
    'Die Arbeitsmappe hat kein Blatt „{name}“. Vorhanden: {list}.',
  'The file is a workbook with a password, or in the old format .xls. Save it as .xlsx without a password.':
    'Die Datei ist eine Arbeitsmappe mit Passwort oder im alten Format .xls. Speichern Sie sie ohne Passwort als .xlsx.',
  'The workbook has a password. Save it without one.':
    'Die Arbeitsmappe hat ein Passwort. Speichern Sie sie ohne Passwort.',
  'The workbook is binary (.xlsb). Save it as .xlsx.':
    'Die Arbeitsmappe ist binär (.xlsb). Speichern Sie sie als .xlsx.',
  'The file is an office document, but not an Excel workbook. Save the sheet as .xlsx.':
    'Die Datei ist ein Office-Dokument, aber keine Excel-Arbeitsmappe. Speichern Sie das Blatt als .xlsx.',
  'The cell {cell} exceeds the maximum length of a cell.':
    'Die Zelle {cell} ist länger, als eine Zelle sein kann.',
  'The cell has bytes that are not valid UTF-8 text. Save the file as UTF-8, or state its encoding.':
    'Die Zelle ist kein UTF-8-Text. Speichern Sie die Datei als UTF-8, oder wählen Sie ihre Kodierung.',
  'The line has bytes that are not valid UTF-8 text.': 'Die Zeile ist kein UTF-8-Text.',
  'The line is not valid JSON. Write one object per line.':
    'Die Zeile ist kein gültiges JSON. Schreiben Sie ein Objekt je Zeile.',
  'The line is JSON, but not an object. Write one object per line.':
    'Die Zeile ist JSON, aber kein Objekt. Schreiben Sie ein Objekt je Zeile.',
  'A file to import may have up to {max} bytes.': 'Eine Datei zum Importieren hat höchstens {max} Bytes.',
  'An import cannot create files. Upload the file; rows then update its metadata.':
    'Ein Import kann keine Dateien anlegen. Laden Sie die Datei hoch; Zeilen ändern dann ihre Angaben.',
  "{count} media files are called '{name}'. Use the code of the right file.":
    '{count} Dateien heißen „{name}“. Verwenden Sie den Code der richtigen.',
  'The file of this job no longer exists. Send it again.':
    'Die Datei dieses Auftrags gibt es nicht mehr. Laden Sie sie erneut hoch.',
  '{failed} of {total} rows failed, so no row was written.':
    '{failed} von {total} Zeilen sind fehlgeschlagen, daher wurde keine geschrieben.',
  'Too many rows of the file cannot be read; the rest was not imported.':
    'Zu viele Zeilen der Datei sind nicht lesbar; der Rest wurde nicht importiert.',
  'Stopped at row {row}: {message} No row was written.':
    'In Zeile {row} angehalten: {message} Es wurde keine Zeile geschrieben.',
  'Stopped at row {row}: {message} Earlier rows stay written.':
    'In Zeile {row} angehalten: {message} Frühere Zeilen bleiben geschrieben.',
  'Stopped at row {row}: {message} Rows that were already written stay written.':
    'In Zeile {row} angehalten: {message} Schon geschriebene Zeilen bleiben geschrieben.',
  'The job {job} is already importing the same file with the same profile.':
    'Diese Datei wird mit diesem Profil schon importiert ({job}).',
  'The worker ended {count} times at the same place.':
    'Der Auftrag ist {count}-mal an derselben Stelle abgebrochen.',
  "'{name}' is no longer a member of the organization.": '„{name}“ ist kein Mitglied der Organisation mehr.',
  "The token '{name}' was revoked, or its user has left the organization.":
    'Das Token „{name}“ wurde widerrufen, oder sein Nutzer hat die Organisation verlassen.',
  "'{setting}' of the transform '{transform}': is not a valid RE2 pattern, which has no look-around and no back-references.":
    '„{setting}“ der Umwandlung „{transform}“ ist kein gültiges RE2-Muster. Vorausschau und Rückverweise gibt es darin nicht.',
  "'{setting}' of the transform '{transform}': must have YYYY, MM and DD once each, with separators between them.":
    '„{setting}“ der Umwandlung „{transform}“ braucht YYYY, MM und DD je einmal, mit Trennzeichen dazwischen.',
  "The transform '{transform}': set either find or pattern. {example}":
    'Umwandlung „{transform}“: Geben Sie entweder einen Suchtext oder ein Muster an. {example}',
  "The transform '{transform}': set either separator or pattern. {example}":
    'Umwandlung „{transform}“: Geben Sie entweder ein Trennzeichen oder ein Muster an. {example}',
  // Parts around another message.
  'Did you mean {suggestions}?': 'Meinten Sie {suggestions}?',
  '{message} ({cell})': '{message} ({cell})',
  '{message} Put the cell in quotes and double each quote inside it.':
    '{message} Setzen Sie die Zelle in Anführungszeichen, und verdoppeln Sie jedes darin.',
  "'{ref}': {message}": '{ref}: {message}',
  '{message} Did you mean {suggestions}?': '{message} Meinten Sie {suggestions}?',
  '{message} The first {count} are listed.': '{message} Die ersten {count} sind aufgeführt.',
  "{message} Its status stays '{to}'.": '{message} Der Status bleibt {to}.',
  "{message} '{sku}' has a value of its own: clear it first, or in the same request.":
    '{message} {sku} hat einen eigenen Wert: Leeren Sie ihn zuerst.',
} as const;

/** Messages of the API about problems, in another language. */
export type ProblemTexts = Readonly<Record<keyof typeof deProblems, string>>;
