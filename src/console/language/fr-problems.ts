import type { ProblemTexts } from './de-problems.ts';

/** French messages of the API about problems. */
export const frProblems: ProblemTexts = {
  // Messages about values of every type.
  "There is no {kind} '{ref}'.": '{kind} « {ref} » introuvable.',
  "There is already a {kind} '{ref}'.": '{kind} « {ref} » existe déjà.',
  "There is already an {kind} '{ref}'.": '{kind} « {ref} » existe déjà.',
  "The {kind} '{ref}' is deleted.": '{kind} « {ref} » : supprimé.',
  "Another {kind} has this value of '{attribute}', which is unique.":
    '{attribute} doit être unique : un autre objet a déjà cette valeur ({kind}).',
  "Another {kind} has its value of '{attribute}' now.":
    '{attribute} doit être unique : un autre objet a maintenant cette valeur ({kind}).',
  "The {kind} '{name}' has this value of '{attribute}', which is unique.":
    '{attribute} doit être unique : {name} a déjà cette valeur ({kind}).',
  "The {kind} '{name}' has its value of '{attribute}' now.":
    '{attribute} doit être unique : {name} a maintenant cette valeur ({kind}).',
  "'{attribute}' has one value for all channels. Leave 'channel' out.":
    '{attribute} a une seule valeur pour tous les canaux. N’indiquez pas de canal.',
  "'{attribute}' has a value per channel; name one.": '{attribute} a une valeur par canal : indiquez-en un.',
  "'{attribute}' has one value for all locales. Leave 'locale' out.":
    '{attribute} a une seule valeur pour toutes les langues. N’indiquez pas de langue.',
  "'{attribute}' has a value per locale; name one.": '{attribute} a une valeur par langue : indiquez-en une.',
  "The locale '{locale}' is not enabled.": 'La langue « {locale} » n’est pas activée.',
  "'{attribute}' exists only in {locales}.": '{attribute} n’existe qu’en {locales}.',
  "The channel '{channel}' has no locale '{locale}'.":
    'Le canal « {channel} » n’a pas la langue « {locale} ».',
  "This cell of '{attribute}' is written twice.": 'Cette cellule de {attribute} est écrite deux fois.',
  "'{attribute}' is not an attribute of the product's set; its values can only be cleared.":
    '{attribute} ne fait pas partie du jeu d’attributs du produit : ses valeurs ne peuvent qu’être vidées.',
  "'{attribute}' is not an attribute of {owner}; its values can only be cleared.":
    '{attribute} n’est pas un attribut de {owner} : ses valeurs ne peuvent qu’être vidées.',
  "'{attribute}' is unique for each variant below this model; write it on them.":
    '{attribute} est unique pour chaque variante de ce modèle : saisissez-le sur les variantes.',
  "'{attribute}' is an axis of a level above and is inherited from there.":
    '{attribute} est un axe d’un niveau supérieur et en est hérité.',
  "'{attribute}' is an axis of the variants of this model. Write it on the variants.":
    '{attribute} est un axe des variantes de ce modèle. Saisissez-le sur les variantes.',
  "'{attribute}' tells the variants of '{layout}' apart; give it a value.":
    '{attribute} distingue les variantes de « {layout} » : saisissez une valeur.',
  "'{attribute}' must be true or false, without quotes.": '{attribute} doit être oui ou non.',
  '\'{attribute}\' must be a list of {noun} codes: {"value": ["…", "…"]}.':
    '{attribute} demande une liste de codes ({noun}).',
  "'{attribute}' names the {noun} '{ref}' twice.": '{attribute} nomme deux fois « {ref} » ({noun}).',
  "'{attribute}' has {count} entries; at least {min} are needed.":
    '{attribute} a {count, plural, one {# entrée} other {# entrées}} ; il en faut au moins {min}.',
  "'{attribute}' has {count} entries; at most {max} are allowed.":
    '{attribute} a {count, plural, one {# entrée} other {# entrées}} ; {max} au plus sont permises.',
  "'{attribute}' must contain {noun} codes in quotes.": '{attribute} doit contenir des codes ({noun}).',
  "'{attribute}' must be a calendar date in the form YYYY-MM-DD.":
    '{attribute} demande une date de la forme AAAA-MM-JJ.',
  "'{attribute}' must be a time with an offset from UTC, such as 2026-07-01T08:30:00Z.":
    '{attribute} demande une heure avec décalage UTC, comme 2026-07-01T08:30:00Z.',
  "'{attribute}' is before {min}.": '{attribute} est antérieur au {min}.',
  "'{attribute}' is after {max}.": '{attribute} est postérieur au {max}.',
  "There is no entity '{ref}' of type '{type}'.": 'L’entité « {ref} » de type « {type} » est introuvable.',
  "The entity '{ref}' of type '{type}' is no longer in use.":
    'L’entité « {ref} » de type « {type} » n’est plus utilisée.',
  '\'{attribute}\' must be an amount with a unit: {"value": {"amount": "1.5", "unit": "{unit}"}}.':
    '{attribute} demande un montant avec une unité, comme 1,5 {unit}.',
  "'{attribute}' needs a unit of the family '{family}'.":
    '{attribute} demande une unité de la famille « {family} ».',
  "'{value}' is not a unit of the family '{family}'.":
    '« {value} » n’est pas une unité de la famille « {family} ».',
  "'{attribute}' does not allow the unit '{unit}'.": '{attribute} n’accepte pas l’unité « {unit} ».',
  "The file '{ref}' is of type {type}; allowed: {list}.":
    'Le fichier « {ref} » est de type {type} ; autorisés : {list}.',
  "The file '{ref}' is named '{name}'; allowed endings: {list}.":
    'Le fichier « {ref} » s’appelle « {name} » ; extensions autorisées : {list}.',
  "The file '{ref}' has {size} bytes; at most {max} are allowed.":
    'Le fichier « {ref} » fait {size} octets ; {max} au plus sont permis.',
  "The file '{ref}' is {width} × {height} pixels; at least {minWidth} × {minHeight} are needed.":
    'Le fichier « {ref} » fait {width} × {height} pixels ; il en faut au moins {minWidth} × {minHeight}.',
  "The file '{ref}' is {width} × {height} pixels; its sides need the ratio {ratio}.":
    'Le fichier « {ref} » fait {width} × {height} pixels ; le rapport des côtés doit être {ratio}.',
  "'{attribute}' goes in steps of {step} from {min}.": '{attribute} va par pas de {step} à partir de {min}.',
  "A value of '{attribute}' has no '{key}'.": 'Une valeur de {attribute} n’a pas de « {key} ».',
  '\'{attribute}\' must be a list of prices: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    '{attribute} demande une liste de prix.',
  "'{attribute}' names the currency {currency} twice.": '{attribute} nomme deux fois la devise {currency}.',
  'Each price of \'{attribute}\' has an amount and a currency: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    'Chaque prix de {attribute} a un montant et une devise.',
  'Each price of \'{attribute}\' names its currency: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    'Chaque prix de {attribute} nomme sa devise.',
  "'{currency}' is not enabled.": '« {currency} » n’est pas activé.',
  "'{currency}' is not a currency of channel '{channel}'.":
    '« {currency} » n’est pas une devise du canal « {channel} ».',
  "'{attribute}' has {count} characters with its tags; at most {max} are allowed.":
    '{attribute} a {count} caractères balises comprises ; {max} au plus sont permis.',
  "'{attribute}' does not allow the element <{tag}>; allowed: {list}.":
    '{attribute} n’accepte pas l’élément {tag} ; autorisés : {list}.',
  "'{value}' is not an option of set '{set}'.": '« {value} » n’est pas une des options (« {set} »).',
  "The option '{value}' of set '{set}' is no longer in use.":
    'L’option « {value} » (« {set} ») n’est plus utilisée.',
  "'{attribute}' must be a string in quotes.": '{attribute} doit être un texte.',
  "The text of '{attribute}' contains the character U+0000, which cannot be stored.":
    'Le texte de {attribute} contient le caractère U+0000, qui ne peut pas être enregistré.',
  "The text of '{attribute}' contains half of a surrogate pair, which is not a character.":
    'Le texte de {attribute} contient un caractère incomplet.',
  "'{attribute}' has {count} characters; at most {max} are allowed.":
    '{attribute} a {count, plural, one {# caractère} other {# caractères}} ; {max} au plus sont permis.',
  "'{attribute}' has {count} characters; at least {min} are needed.":
    '{attribute} a {count, plural, one {# caractère} other {# caractères}} ; il en faut au moins {min}.',
  "'{attribute}' does not match the pattern {pattern} from beginning to end.":
    '{attribute} ne correspond pas entièrement au motif {pattern}.',
  "'{attribute}' needs an e-mail address such as {example}.":
    '{attribute} demande une adresse e-mail comme {example}.',
  "'{attribute}' needs an e-mail address of at most {max} characters.":
    '{attribute} demande une adresse e-mail de {max} caractères au plus.',
  "'{attribute}' needs a web address that starts with http:// or https://.":
    '{attribute} demande une adresse web qui commence par http:// ou https://.',
  "'{attribute}' needs lower-case letters, digits and single hyphens.":
    '{attribute} demande des minuscules, des chiffres et des traits d’union isolés.',
  "'{attribute}' needs a hexadecimal color such as {example}.":
    '{attribute} demande une couleur hexadécimale comme {example}.',
  "'{attribute}' needs 8, 12, 13 or 14 digits with a check digit.":
    '{attribute} demande 8, 12, 13 ou 14 chiffres avec une clé de contrôle.',
  "'{attribute}' needs 13 digits with a check digit.":
    '{attribute} demande 13 chiffres avec une clé de contrôle.',
  "'{attribute}' needs 12 digits with a check digit.":
    '{attribute} demande 12 chiffres avec une clé de contrôle.',
  "'{attribute}' needs an ISBN of 13 digits that starts with 978 or 979.":
    '{attribute} demande un ISBN de 13 chiffres qui commence par 978 ou 979.',
  "'{attribute}' needs an ASIN: B and nine capital letters or digits, or an ISBN-10.":
    '{attribute} demande un ASIN : B et neuf majuscules ou chiffres, ou un ISBN-10.',
  "'{attribute}' needs a part number of 1 to 70 visible characters without blanks around it.":
    '{attribute} demande une référence de 1 à 70 caractères visibles, sans espaces autour.',
  "'{attribute}' needs the check digit {digit} at its end.":
    '{attribute} demande le chiffre de contrôle {digit} à la fin.',
  "'{attribute}' takes one of {count} given texts.": '{attribute} accepte un des {count} textes prévus.',
  "'{attribute}' must not be negative.": '{attribute} ne doit pas être négatif.',
  '\'{attribute}\' must be a number, such as 19.90 or "19.90".':
    '{attribute} doit être un nombre, comme 19,90.',
  "'{attribute}' must be a whole number, such as 19.": '{attribute} doit être un nombre entier, comme 19.',
  "Send this number for '{attribute}' as a text, so that no digit is lost.":
    'Envoyez ce nombre pour {attribute} comme texte, pour ne perdre aucun chiffre.',
  "'{attribute}' can have at most 30 digits.": '{attribute} peut avoir au plus 30 chiffres.',
  "'{attribute}' is below its minimum of {min}.": '{attribute} est inférieur au minimum de {min}.',
  "'{attribute}' is above its maximum of {max}.": '{attribute} est supérieur au maximum de {max}.',
  "'{attribute}' takes whole numbers.": '{attribute} demande un nombre entier.',
  "'{attribute}' takes at most {count} decimals.":
    '{attribute} a au plus {count, plural, one {# décimale} other {# décimales}}.',
  // Messages about products.
  'A product needs a SKU.': 'Un produit a besoin d’un SKU.',
  'A product needs a SKU, or `external_refs` with an id that it has.':
    'Un produit a besoin d’un SKU ou d’un de ses identifiants externes.',
  "No product has the id '{id}' in '{system}'. A new product needs a SKU.":
    'Aucun produit n’a l’identifiant {id} dans {system}. Un nouveau produit a besoin d’un SKU.',
  'The cells {range} are merged: the first one has the value, the others are read as empty.':
    'Les cellules {range} sont fusionnées : la première a la valeur, les autres sont lues comme vides.',
  'A SKU has up to {max} characters.': 'Un SKU a au plus {max} caractères.',
  "'{ref}' looks like an id or is a reserved word of the REST API.":
    '« {ref} » ressemble à un identifiant ou est un mot réservé de l’API REST.',
  'A product that is {from} cannot become {to}; it can become {allowed}.':
    'Le statut ne peut pas passer de {from} à {to} ; possible : {allowed}.',
  "'{sku}' has no attribute set; classify it before it is published.":
    '{sku} : pas de jeu d’attributs. Choisissez-en un avant de publier.',
  "The model '{model}' above '{sku}' is not published.":
    '{sku} : le modèle {model} au-dessus n’est pas publié.',
  "'{sku}' is published, but not live for {channel} in {locale}. Missing: {attributes}.":
    '{sku} : en statut publié, mais pas en ligne dans {channel} ({locale}). Manquant : {attributes}.',
  "'{sku}' is not complete for {scopes}.": '{sku} : incomplet pour {scopes}.',
  "'{sku}' has {count} products below it. Delete the variants first, or set force.":
    '{sku} : {count} produits sont en dessous. Supprimez d’abord les variantes.',
  "'{sku}' has 1 product below it. Delete the variants first, or set force.":
    '{sku} : un produit est en dessous. Supprimez d’abord la variante.',
  'The filter finds {count} products; up to {max} are changed at once. Narrow it, or change them in a job by `bulkEditProducts`.':
    'Le filtre trouve {count} produits ; {max} au plus sont modifiés à la fois.',
  'The filter finds {count} products, not {expected}.':
    'Le filtre trouve {count} produits, et non {expected}. Rechargez la page.',
  'Name what is to be changed.': 'Indiquez ce qu’il faut modifier.',
  "No two products have the same '{attribute}': write it to each by itself.":
    'Deux produits ne peuvent pas avoir la même valeur de {attribute} : saisissez-la pour chacun.',
  'A copy of a variant would have the same values of the axes. Create a variant of its model instead.':
    'Une copie de la variante aurait les mêmes valeurs d’axes. Créez plutôt une variante de son modèle.',
  "'{attribute}' belongs to the model above, which has another value; that one is kept.":
    '{attribute} appartient au modèle au-dessus, qui a une autre valeur ; elle est conservée.',
  "'{sku}' of the same model has the same axis values.": '{sku} du même modèle a les mêmes valeurs d’axes.',
  "'{sku}' and '{twin}' would have the same axis values: change one of them first.":
    '{sku} et {twin} auraient les mêmes valeurs d’axes : modifiez d’abord l’une des deux.',
  'A variant needs the SKU of the model above it as parent.': 'Une variante a besoin du SKU de son modèle.',
  "'{sku}' is not a model with a variant layout. It cannot have variants.":
    '{sku} n’est pas un modèle avec une structure de variantes. Il ne peut pas avoir de variantes.',
  "The layout '{layout}' has {count} levels below its root; '{sku}' is on the last.":
    'La structure « {layout} » a {count} niveaux sous sa racine ; {sku} est au dernier.',
  "On level {level} of the layout '{layout}' stand products of type {type}.":
    'Au niveau {level} de la structure « {layout} » se trouvent des produits de type {type}.',
  "The set is that of the model above: '{set}'.":
    'Le jeu d’attributs est celui du modèle au-dessus : « {set} ».',
  "The set is that of the model above: '{set}'. Change the set of '{root}' instead.":
    'Le jeu d’attributs est celui du modèle au-dessus : « {set} ». Modifiez plutôt celui de {root}.',
  'Only a root model has a variant layout. Its variants use the same layout.':
    'Seul un modèle racine a une structure de variantes. Ses variantes utilisent la même.',
  'A model needs a variant layout of its set.':
    'Un modèle a besoin d’une structure de variantes de son jeu d’attributs.',
  "'{sku}' has variants; its layout cannot be changed within its set.":
    '{sku} a des variantes ; sa structure ne peut pas changer dans son jeu d’attributs.',
  "The model above '{sku}' is deleted too; restore it first.":
    'Le modèle au-dessus de {sku} est aussi supprimé ; restaurez-le d’abord.',
  'The product is listed twice.': 'Le produit est listé deux fois.',
  "A product has up to {max} links of the type '{type}', not {count}.":
    'Un produit a au plus {max} associations de type « {type} », et non {count}.',
  'A product is not linked to itself.': 'Un produit ne s’associe pas à lui-même.',
  "Links of the type '{type}' carry no quantity.":
    'Les associations de type « {type} » n’ont pas de quantité.',
  "Links of the type '{type}' carry a quantity of 1 or more.":
    'Les associations de type « {type} » ont une quantité d’au moins 1.',
  "A product has up to {max} entities of the type '{type}', not {count}.":
    'Un produit a au plus {max} entités de type « {type} », et non {count}.',
  'The entity is listed twice.': 'L’entité est listée deux fois.',
  'Links to entities carry no quantity.': 'Les associations à des entités n’ont pas de quantité.',
  'An empty text is not allowed here.': 'Un texte vide n’est pas permis ici.',
  "'{word}' has more than {max} characters.": '« {word} » a plus de {max} caractères.',
  'There can be up to {max}, not {count}.': '{max} au plus sont possibles, et non {count}.',
  'The entity would be its own ancestor: {path}.': 'L’entité serait sous elle-même : {path}.',
  'The category would be its own ancestor: {path}.': 'La catégorie serait sous elle-même : {path}.',
  // Messages about media.
  'A file needs a name.': 'Un fichier a besoin d’un nom.',
  'The file is empty.': 'Le fichier est vide.',
  'A file name has no folders, control characters or outer spaces.':
    'Un nom de fichier n’a ni dossiers, ni caractères de contrôle, ni espaces autour.',
  'The name has {count} characters; at most {max} are allowed.':
    'Le nom a {count} caractères ; {max} au plus sont permis.',
  'There are {count} tags; at most {max} are allowed.':
    'Il y a {count} étiquettes ; {max} au plus sont permises.',
  'A tag has 1 to {max} characters and no outer spaces.':
    'Une étiquette a de 1 à {max} caractères, sans espaces autour.',
  "'{ref}' is not a valid code. Use 1 to 100 letters, digits, dashes or underscores.":
    '« {ref} » n’est pas un code valide. Utilisez de 1 à 100 lettres, chiffres, tirets ou tirets bas.',
  "'{ref}' looks like an id.": '« {ref} » ressemble à un identifiant.',
  'A file has up to {max} bytes.': 'Un fichier fait au plus {max} octets.',
  // Messages about saved views, comments, categories, storefronts.
  'A view has a name.': 'Une vue a besoin d’un nom.',
  'A name has up to {max} characters, not {count}.': 'Un nom a au plus {max} caractères, et non {count}.',
  'A view has up to {max} items here, not {count}.': 'Une vue a ici au plus {max} éléments, et non {count}.',
  'Filter, sort and columns of a view have up to {max} bytes as JSON, not {count}.':
    'Filtre, tri et colonnes d’une vue font au plus {max} octets, et non {count}.',
  'Only the person who made a view can keep it for themselves. Delete it instead.':
    'Seul l’auteur d’une vue peut la garder pour lui. Supprimez-la plutôt.',
  'An organization shares up to {max} views. Delete one first.':
    'Une organisation partage au plus {max} vues. Supprimez-en d’abord une.',
  'A person keeps up to {max} views. Delete one first.':
    'Une personne garde au plus {max} vues. Supprimez-en d’abord une.',
  'A comment has a text.': 'Un commentaire a besoin d’un texte.',
  'The text contains a character that cannot be stored.':
    'Le texte contient un caractère qui ne peut pas être enregistré.',
  'A comment has up to {max} characters, not {count}.':
    'Un commentaire a au plus {max} caractères, et non {count}.',
  'A comment mentions up to {max} members, not {count}.':
    'Un commentaire mentionne au plus {max} membres, et non {count}.',
  'A thread has up to {max} replies. Start a new one.':
    'Un fil a au plus {max} réponses. Commencez-en un nouveau.',
  'A product has up to {max} open threads. Resolve one first.':
    'Un produit a au plus {max} fils ouverts. Résolvez-en d’abord un.',
  'Only its author can change the text of a comment.':
    'Seul son auteur peut modifier le texte d’un commentaire.',
  'A deleted comment cannot be changed.': 'Un commentaire supprimé ne peut pas être modifié.',
  "There is no member '{ref}' to mention.": 'Membre « {ref} » introuvable.',
  'A preview URL has up to {max} characters, not {count}.':
    'Une URL de prévisualisation a au plus {max} caractères, et non {count}.',
  'Give an absolute URL that begins with https:// or http://.':
    'Saisissez une URL absolue qui commence par https:// ou http://.',
  'A storefront has at least one locale. Leave the list out for all locales of the channel.':
    'Un front-end a au moins une langue.',
  'A storefront shows the products of a channel.': 'Un front-end montre les produits d’un canal.',
  "The {kind} '{ref}' is named twice.": '{kind} « {ref} » : nommé deux fois.',
  "'{ref}' cannot be the name of an external system.":
    '« {ref} » ne peut pas être le nom d’un système externe.',
  'Name the key after the front end that uses it.': 'Nommez la clé d’après le front-end qui l’utilise.',
  'The key is revoked; make a new one instead.': 'La clé est révoquée ; créez-en une nouvelle.',
  // Messages about settings and accounts.
  "'{ref}' is the name of a product property; choose another code.":
    '« {ref} » est le nom d’une propriété de produit : choisissez un autre code.',
  'A code has 1 to 100 letters (A–Z, a–z), digits or _.':
    'Un code a de 1 à 100 lettres (A–Z, a–z), chiffres ou _.',
  'A channel has at least one {kind}.': 'Un canal a au moins un élément : {kind}.',
  "Use language and region: 'en_US', 'az_Cyrl_AZ', 'en_029'.":
    'Utilisez langue et région : en_US, az_Cyrl_AZ, en_029.',
  'The fallbacks would go round in a circle: {circle}.':
    'Les langues de repli tourneraient en rond : {circle}.',
  "Use the three capital letters of ISO 4217: 'EUR'.": 'Utilisez les trois majuscules de l’ISO 4217 : EUR.',
  "'{ref}' is a member already.": '{ref} est déjà membre.',
  "'{ref}' is not an e-mail address.": '« {ref} » n’est pas une adresse e-mail.',
  'Only an owner makes, changes or removes an owner.':
    'Seul un propriétaire nomme, modifie ou retire un propriétaire.',
  'This is the only owner. First make another user an owner.':
    'C’est le seul propriétaire. Nommez d’abord un autre propriétaire.',
  'A password has {min} characters or more.': 'Un mot de passe a au moins {min} caractères.',
  'A password has up to {max} characters.': 'Un mot de passe a au plus {max} caractères.',
  'Name the token after the program that uses it.': 'Nommez le jeton d’après le programme qui l’utilise.',
  'Name at least one scope.': 'Indiquez au moins une autorisation.',
  'A token is rotated by the person it acts for. Revoke it, or create a token of your own.':
    'Un jeton est renouvelé par la personne pour qui il agit. Révoquez-le, ou créez le vôtre.',
  'There are {count} webhooks already; delete one first.':
    'Il y a déjà {count} webhooks ; supprimez-en d’abord un.',
  'The description has {count} characters; at most {max} are allowed.':
    'La description a {count} caractères ; {max} au plus sont permis.',
  'Name at least one type of events, or * for all.':
    'Indiquez au moins un type d’événements, ou * pour tous.',
  "There are no events '{ref}'. A pattern is *, a kind of object like product.*, or one type like product.updated.":
    'Il n’y a pas d’événements « {ref} ». Un motif est *, une sorte d’objet comme product.*, ou un type comme product.updated.',
  'That moment is still to come.': 'Ce moment est encore à venir.',
  'The job is {state}; there is nothing to cancel.':
    'La tâche est finie ; il n’y a rien à interrompre ({state}).',
  'The job is {state}; failed and cancelled ones can be tried again.':
    'Seules les tâches en échec ou interrompues se relancent ({state}).',
  // Messages about every request.
  'You have version {version}, the current one is {current}. None of the values that you write were changed in the meantime. Send the request again with the new version.':
    'Quelqu’un l’a modifié entre-temps (version {current} au lieu de {version}), mais aucune de vos valeurs. Réessayez.',
  'You have version {version}, the current one is {current}. {count} of the values that you write were changed in the meantime.':
    'Quelqu’un l’a modifié entre-temps (version {current} au lieu de {version}), dont {count, plural, one {# de vos valeurs} other {# de vos valeurs}}. Rechargez la page.',
  'A request with this idempotency key is still running.': 'Une requête identique est encore en cours.',
  'This idempotency key was used for another request in the last 24 hours. Use a new key.':
    'Cette clé d’idempotence a déjà servi dans les dernières 24 heures.',
  '{count} fields are not valid.': '{count} champs ne sont pas valides.',
  'More than {count} fields are not valid.': 'Plus de {count} champs ne sont pas valides.',
  'Search is temporarily unavailable. Try again soon.':
    'La recherche est momentanément indisponible. Réessayez bientôt.',
  'The database is temporarily unavailable. Try again soon.':
    'La base de données est momentanément indisponible. Réessayez bientôt.',
  'The server is in maintenance. Try again soon.': 'Le serveur est en maintenance. Réessayez bientôt.',
  'There is no space left for files. Nothing was stored. Try again when there is space.':
    'Il n’y a plus de place pour les fichiers. Rien n’a été enregistré. Réessayez quand il y aura de la place.',
  '{count} requests in {period} seconds are allowed. Try again in {seconds} s.':
    '{count} requêtes en {period} secondes sont permises. Réessayez dans {seconds} s.',
  // Messages about imported files.
  "The column '{column}' is not known here; its cells are not imported.":
    'Aucun attribut ni aucune propriété ne s’appelle « {column} ».',
  "The column '{column}' means the same as '{other}'; its cells are not imported.":
    '« {column} » signifie la même chose que « {other} » et n’est pas importée.',
  "The column '{column}' names no locale, but '{attribute}' has a value for each; its cells are not imported.":
    '« {column} » ne nomme aucune langue, mais {attribute} a une valeur par langue.',
  "The column '{column}' names no channel, but '{attribute}' has a value for each; its cells are not imported.":
    '« {column} » ne nomme aucun canal, mais {attribute} a une valeur par canal.',
  "The column '{column}' names '{word}', which is neither an enabled locale nor a channel; its cells are not imported.":
    '« {column} » : « {word} » n’est ni une langue activée ni un canal.',
  "The column '{column}' names '{word}', which is not an enabled locale; its cells are not imported.":
    '« {column} » : « {word} » n’est pas une langue activée.',
  "The column '{column}' names '{word}', which is not a channel; its cells are not imported.":
    '« {column} » : « {word} » n’est pas un canal.',
  "The column '{column}' names '{word}', but '{attribute}' has one value for all locales and channels; its cells are not imported.":
    '« {column} » : {attribute} a une seule valeur pour toutes les langues et tous les canaux. Retirez « {word} ».',
  "The column '{column}' refers to '{ref}', which is not an association type; its cells are not imported.":
    '« {column} » : « {ref} » n’est pas un type d’association.',
  "The column '{column}' names no links; its cells are not imported.":
    '« {column} » ne nomme aucune association.',
  "The column '{column}' holds quantities, but links of '{ref}' have none; its cells are not imported.":
    '« {column} » : les associations de type « {ref} » n’ont pas de quantités.',
  "The column '{column}' holds prices without currency.": '« {column} » contient des prix sans devise.',
  "The numbers of the column '{column}' can be read in two ways: '{example}' is read as {number}, and can mean {other}. State decimal_separator in the options, or add the transform number.":
    'Les nombres de « {column} » peuvent se lire de deux façons : « {example} » est lu {number} et peut signifier {other}. Ajoutez une transformation de nombres.',
  "The numbers of the column '{column}' can be read in two ways: '{example}' is rejected, and can mean {other}. State decimal_separator in the options, or add the transform number.":
    'Les nombres de « {column} » peuvent se lire de deux façons : « {example} » est rejeté et peut signifier {other}. Ajoutez une transformation de nombres.',
  "The file has no column '{column}'.": 'Le fichier n’a pas de colonne « {column} ».',
  "The column '{column}' occurs twice in the file.":
    'La colonne « {column} » apparaît deux fois dans le fichier.',
  "A row of {resource} requires a 'sku' or external_refs.":
    'Le SKU et les identifiants externes sont vides ({resource}).',
  "A row of {resource} requires a '{property}'.": '{property} est vide ({resource}).',
  "'{column}' takes 1 or 0 (also true, false, yes, no).":
    '« {column} » prend 1 ou 0 (aussi true, false, yes, no).',
  "'{column}' takes a whole number.": '« {column} » prend un nombre entier.',
  "'{column}' takes a text.": '« {column} » prend un texte.',
  "'{column}' takes a list of texts.": '« {column} » prend une liste de textes.',
  "'{column}' is one of {list}.": '« {column} » est l’un de {list}.',
  "'{column}' takes {count} whole numbers, one for each link, separated by '|'.":
    '« {column} » prend {count, plural, one {# nombre entier} other {# nombres entiers}}, un par association, séparés par « | ».',
  "'{attribute}' has the unit '{unit}' but no amount; it is skipped.":
    '{attribute} a l’unité « {unit} » mais pas de montant.',
  "'{value}' is a price of '{attribute}' without currency.":
    '{attribute} : « {value} » est un prix sans devise.',
  'The row has {count} cells, the header has {columns}. Put cells that contain the delimiter or line breaks in quotes.':
    'La ligne a {count} cellules, l’en-tête {columns}. Mettez entre guillemets les cellules qui contiennent le séparateur ou des sauts de ligne.',
  'A quote that opens a cell is never closed.': 'Un guillemet qui ouvre une cellule n’est jamais fermé.',
  'A quote is not allowed here.': 'Un guillemet n’est pas permis ici.',
  'The cell {cell} has the error {error} instead of a value.':
    'La cellule {cell} contient l’erreur {error} au lieu d’une valeur.',
  'The cell {cell} is outside the table: its column has no name.':
    'La cellule {cell} est en dehors du tableau : sa colonne n’a pas de nom.',
  'Fill in the cell.': 'Remplissez la cellule.',
  'Correct the cell, or convert the column with a transform.':
    'Corrigez la cellule, ou convertissez la colonne par une transformation.',
  'Write a longer text.': 'Écrivez un texte plus long.',
  'Write a shorter value.': 'Raccourcissez la valeur.',
  'Use a value of the form in the message.': 'Utilisez la forme indiquée.',
  'Use one of the allowed values.': 'Utilisez une valeur permise.',
  'Use the minimum or a higher value.': 'Utilisez le minimum ou une valeur plus grande.',
  'Use the maximum or a lower value.': 'Utilisez le maximum ou une valeur plus petite.',
  'Round the number.': 'Arrondissez le nombre.',
  'Use a multiple of the step.': 'Utilisez un multiple du pas.',
  'Use a date such as 2026-07-01, or convert the column with a transform.':
    'Utilisez une date telle que 2026-07-01, ou convertissez la colonne par une transformation.',
  'Correct the SKU, or add the product to the file.': 'Corrigez la SKU, ou ajoutez le produit au fichier.',
  'Add entries.': 'Ajoutez des entrées.',
  'Remove entries.': 'Retirez des entrées.',
  'Remove one of the entries.': 'Retirez l’une des entrées.',
  'Use an option of the set, or add this option to the set.':
    'Utilisez une option existante, ou ajoutez celle-ci.',
  'Use another option, or activate this option.': 'Utilisez une autre option, ou activez celle-ci.',
  'Create the object first, or correct the code.': 'Créez d’abord l’objet, ou corrigez le code.',
  'Create the entity first, or correct the code.': 'Créez d’abord l’entité, ou corrigez le code.',
  'Upload the file first, or correct the code.': 'Téléversez d’abord le fichier, ou corrigez le code.',
  'Create the category first, or correct the code.': 'Créez d’abord la catégorie, ou corrigez le code.',
  'Create the attribute first, or correct the code.': 'Créez d’abord l’attribut, ou corrigez le code.',
  'Add the attribute to the set, or assign another attribute set to the product.':
    'Ajoutez l’attribut au jeu, ou donnez un autre jeu d’attributs au produit.',
  'Write the value on the variants.': 'Saisissez la valeur sur les variantes.',
  'Write the value on this variant.': 'Saisissez la valeur sur cette variante.',
  'Write the value on the model.': 'Saisissez la valeur sur le modèle.',
  'Write the value on the parent model.': 'Saisissez la valeur sur le modèle parent.',
  'Change one of the values, or update the other variant.':
    'Changez l’une des valeurs, ou modifiez l’autre variante.',
  'Enable the currency, or add it to a channel.': 'Activez la devise, ou ajoutez-la à un canal.',
  'Enable the locale, or add it to a channel.': 'Activez la langue, ou ajoutez-la à un canal.',
  'Use a unit of the family.': 'Utilisez une unité de cette famille.',
  'Use another value, or change the other object first. `taken_by` (GraphQL: `takenBy`) is its SKU or code, if a value is meant.':
    'Utilisez une autre valeur, ou modifiez d’abord l’autre objet.',
  'Compare the number with its source.': 'Comparez le numéro avec sa source.',
  'Use a file of an allowed type.': 'Utilisez un fichier d’un type permis.',
  'Keep one of the rows.': 'Gardez l’une des lignes.',
  'Choose another SKU.': 'Choisissez une autre SKU.',
  'Choose another code.': 'Choisissez un autre code.',
  'Map it to a target, or ignore it with target null.': 'Associez-la, ou laissez-la ignorée.',
  'Add the column to the file, or map another one to it.':
    'Ajoutez la colonne au fichier, ou associez-lui-en une autre.',
  'Fill in the attributes that `missing` lists, for at least one channel and locale.':
    'Remplissez ce qui manque dans le canal et la langue.',
  'Request one of the states in `allowed`.': 'Choisissez un statut permis.',
  'Check the SKU or code. Check that the import runs in the right organization.':
    'Vérifiez la SKU ou le code, et que c’est la bonne organisation.',
  'Add rows that delete the products below it, with `_delete` set to 1. They can be anywhere in the file.':
    'Ajoutez des lignes qui suppriment aussi les produits en dessous (`_delete` à 1), n’importe où dans le fichier.',
  'Restore the object within 30 days. The mode `upsert` creates a new product with its SKU.':
    'Restaurez l’objet dans les 30 jours. Le mode `upsert` crée un nouveau produit avec sa SKU.',
  'The file has bytes that are not valid {encoding}.':
    'Le fichier contient des octets qui ne sont pas du {encoding} valide.',
  'The header row has bytes that are not valid UTF-8 text. Save the file as UTF-8.':
    'La ligne d’en-tête n’est pas du texte UTF-8. Enregistrez le fichier en UTF-8.',
  'The header row cannot be read. {message}': 'La ligne d’en-tête est illisible. {message}',
  'The file has no line {row}, which is its header row.':
    'Le fichier n’a pas de ligne {row}, qui doit être son en-tête.',
  'Line {row} has no column names. Set header_row to the row with the column names.':
    'La ligne {row} n’a pas de noms de colonnes. Choisissez la ligne d’en-tête.',
  "Row {row} of the sheet '{sheet}' has no column names. Choose another sheet, or set header_row to the row with the column names.":
    'La ligne {row} de la feuille « {sheet} » n’a pas de noms de colonnes. Choisissez une autre feuille ou une autre ligne d’en-tête.',
  'The file is not a workbook (.xlsx). For tables of text, use the format csv.':
    'Le fichier n’est pas un classeur (.xlsx).',
  'The file is an archive, but not a workbook (.xlsx). Send the workbook itself.':
    'Le fichier est une archive, pas un classeur (.xlsx). Choisissez le classeur lui-même.',
  'The file is a workbook or an archive. For a workbook, choose the format xlsx or a profile with that format.':
    'Le fichier est un classeur ou une archive. Pour un classeur, choisissez un profil au format XLSX.',
  'The workbook is damaged: {what}. Open it in a spreadsheet program and save it again.':
    'Le classeur est endommagé ({what}). Ouvrez-le dans un tableur et enregistrez-le à nouveau.',
  'The workbook has no sheet with cells.': 'Le classeur n’a aucune feuille contenant des cellules.',
  "The workbook has no sheet '{name}'. It has {list}.":
    'Le classeur n’a pas de feuille « {name} ». Feuilles présentes : {list}.',
  'The file is a workbook with a password, or in the old format .xls. Save it as .xlsx without a password.':
    'Le fichier est un classeur protégé par mot de passe ou à l’ancien format .xls. Enregistrez-le en .xlsx sans mot de passe.',
  'The workbook has a password. Save it without one.':
    'Le classeur est protégé par mot de passe. Enregistrez-le sans mot de passe.',
  'The workbook is binary (.xlsb). Save it as .xlsx.':
    'Le classeur est binaire (.xlsb). Enregistrez-le en .xlsx.',
  'The file is an office document, but not an Excel workbook. Save the sheet as .xlsx.':
    'Le fichier est un document bureautique, mais pas un classeur Excel. Enregistrez la feuille en .xlsx.',
  'The cell {cell} exceeds the maximum length of a cell.':
    'La cellule {cell} dépasse la longueur maximale d’une cellule.',
  'The cell has bytes that are not valid UTF-8 text. Save the file as UTF-8, or state its encoding.':
    'La cellule n’est pas du texte UTF-8. Enregistrez le fichier en UTF-8 ou choisissez son encodage.',
  'The line has bytes that are not valid UTF-8 text.': 'La ligne n’est pas du texte UTF-8.',
  'The line is not valid JSON. Write one object per line.':
    'La ligne n’est pas du JSON valide. Écrivez un objet par ligne.',
  'The line is JSON, but not an object. Write one object per line.':
    'La ligne est du JSON, mais pas un objet. Écrivez un objet par ligne.',
  'A file to import may have up to {max} bytes.': 'Un fichier à importer a au plus {max} octets.',
  'An import cannot create files. Upload the file; rows then update its metadata.':
    'Un import ne peut pas créer de fichiers. Téléversez le fichier ; les lignes modifient ensuite ses métadonnées.',
  "{count} media files are called '{name}'. Use the code of the right file.":
    '{count} fichiers s’appellent « {name} ». Utilisez le code du bon fichier.',
  'The file of this job no longer exists. Send it again.':
    'Le fichier de cette tâche n’existe plus. Envoyez-le à nouveau.',
  '{failed} of {total} rows failed, so no row was written.':
    '{failed} lignes sur {total} ont échoué, aucune n’a donc été écrite.',
  'Too many rows of the file cannot be read; the rest was not imported.':
    'Trop de lignes du fichier sont illisibles ; le reste n’a pas été importé.',
  'Stopped at row {row}: {message} No row was written.':
    'Arrêté à la ligne {row} : {message} Aucune ligne n’a été écrite.',
  'Stopped at row {row}: {message} Earlier rows stay written.':
    'Arrêté à la ligne {row} : {message} Les lignes précédentes restent écrites.',
  'Stopped at row {row}: {message} Rows that were already written stay written.':
    'Arrêté à la ligne {row} : {message} Les lignes déjà écrites le restent.',
  'The job {job} is already importing the same file with the same profile.':
    'Ce fichier est déjà en cours d’import avec ce profil ({job}).',
  'The worker ended {count} times at the same place.':
    'La tâche s’est interrompue {count} fois au même endroit.',
  "'{name}' is no longer a member of the organization.": '« {name} » n’est plus membre de l’organisation.',
  "The token '{name}' was revoked, or its user has left the organization.":
    'Le jeton « {name} » a été révoqué, ou son utilisateur a quitté l’organisation.',
  "'{setting}' of the transform '{transform}': is not a valid RE2 pattern, which has no look-around and no back-references.":
    '« {setting} » de la transformation « {transform} » n’est pas un motif RE2 valide, qui n’a ni assertions ni références arrière.',
  "'{setting}' of the transform '{transform}': must have YYYY, MM and DD once each, with separators between them.":
    '« {setting} » de la transformation « {transform} » doit avoir YYYY, MM et DD une fois chacun, avec des séparateurs.',
  "The transform '{transform}': set either find or pattern. {example}":
    'Transformation « {transform} » : indiquez soit un texte, soit un motif. {example}',
  "The transform '{transform}': set either separator or pattern. {example}":
    'Transformation « {transform} » : indiquez soit un séparateur, soit un motif. {example}',
  // Parts around another message.
  'Did you mean {suggestions}?': 'Vouliez-vous dire {suggestions} ?',
  '{message} ({cell})': '{message} ({cell})',
  '{message} Put the cell in quotes and double each quote inside it.':
    '{message} Mettez la cellule entre guillemets et doublez ceux qu’elle contient.',
  "'{ref}': {message}": '{ref} : {message}',
  '{message} Did you mean {suggestions}?': '{message} Vouliez-vous dire {suggestions} ?',
  '{message} The first {count} are listed.': '{message} Les {count} premiers sont listés.',
  "{message} Its status stays '{to}'.": '{message} Le statut reste {to}.',
  "{message} '{sku}' has a value of its own: clear it first, or in the same request.":
    '{message} {sku} a sa propre valeur : videz-la d’abord.',
};
