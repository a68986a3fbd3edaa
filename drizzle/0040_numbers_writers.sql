CREATE TABLE "numbers_writers" (
	"process" text PRIMARY KEY NOT NULL,
	"batch" integer NOT NULL,
	"day" date NOT NULL
);
