-- The words of a text for `findable.rows`, folded like those of a query: punctuation separates them, so that the parts of an address are words too. A search path of its own, because indexes are made and analyzed with an empty one.
CREATE FUNCTION "find_words"(told text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 SET search_path FROM CURRENT AS $$
  SELECT to_tsvector('pg_catalog.simple', translate(fold_text(left(told, 100000)), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~¡¿«»“”„‘’‚‹›–—―·•', repeat(' ', 60)))
$$;--> statement-breakpoint
-- Texts one after the other. Expensive, so that it is called for the rows of the result only, not for all that are sorted.
CREATE FUNCTION "find_text"(VARIADIC told text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 SET search_path FROM CURRENT AS $$
  SELECT array_to_string(told, ' ')
$$;--> statement-breakpoint
CREATE INDEX "find_entries_title" ON "find_entries" USING gin (array_to_tsvector(string_to_array('^' || btrim(left("folded_title", 500)), ' ') || string_to_array(btrim(left("folded_title", 500)), ' '))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "media_words" ON "media" USING gin (find_words("words")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "contact_messages_words" ON "contact_messages" USING gin (find_words("name" || ' ' || "email" || ' ' || "subject" || ' ' || "message")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "redirects_words" ON "redirects" USING gin (find_words("from" || ' ' || "to")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "waitlist_subscribers_words" ON "waitlist_subscribers" USING gin (find_words("email")) WITH (gin_pending_list_limit=256);