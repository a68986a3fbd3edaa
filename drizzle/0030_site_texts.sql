CREATE TABLE "site_texts" (
	"key" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "site_texts_key_language_pk" PRIMARY KEY("key","language")
);
