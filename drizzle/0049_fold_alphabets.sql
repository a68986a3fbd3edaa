-- The collation C lowers ASCII only: capitals of the other alphabets are folded without the database's collation too, and the two forms of sigma are one.
CREATE OR REPLACE FUNCTION "fold_text"(told text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(replace(replace(replace(replace(lower(translate(
    regexp_replace(normalize(told, NFKD), '[\u0300-\u036f\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZØøÐðĐđĦħıŁłŊŋĸŦŧƏəͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖς',
    'abcdefghijklmnopqrstuvwxyzooddddhhillnnktteeͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆσ')),
    'ẞ', 'ss'), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th')
$$;--> statement-breakpoint
UPDATE "posts" SET "slug" = "slug" WHERE "id" IN (SELECT "record_id" FROM "record_texts" WHERE "kind" = 'post' AND fold_text("text") <> "text");--> statement-breakpoint
UPDATE "projects" SET "slug" = "slug" WHERE "id" IN (SELECT "record_id" FROM "record_texts" WHERE "kind" = 'project' AND fold_text("text") <> "text");--> statement-breakpoint
UPDATE "custom_pages" SET "slug" = "slug" WHERE "id" IN (SELECT "record_id" FROM "record_texts" WHERE "kind" = 'custom-page' AND fold_text("text") <> "text");--> statement-breakpoint
UPDATE "media" SET "words" = fold_text("words") WHERE fold_text("words") <> "words";--> statement-breakpoint
-- Indexed again by the job, as the final sigma is folded now.
UPDATE "search_entries" SET "version" = -1, "title" = "title" || ' ' WHERE "title" || "text" ~ '[ςΣ]';
